// English texts of the Heat map tab.

import { counted } from "./numbers";

export const heatEn = {
  intro:
    "For each square, the map shows the share of all solutions that have a queen there. The numbers are exact; bezzel occupancy N computes them.",
  board: (n: number, solutions: number) => `${n} × ${n}: ${counted(solutions, "solution")}`,
  boardLabel: (n: number) => `Heat map of a ${n} × ${n} board. The arrow keys move from square to square.`,
  share: (count: number, solutions: number) =>
    `${counted(count, "solution")}, ${(solutions > 0 ? (100 * count) / solutions : 0).toFixed(3)} %`,
  hint: "Point at a square, or select it with Tab and the arrow keys, to read its number and share.",
  limit: "Limit for large n",
  limitLabel: "Heat map of the limit: low in the corners, lower in the middle than at the edges, highest in the middle of each edge",
  limitNote: (size: number, alpha: string, grids: readonly number[]) =>
    `As n grows, the queens of almost all solutions are spread like this. Simkin proved that this density exists and that Q(n) is about (n · e⁻ᵅ)ⁿ with α = 1.942 ± 0.003. It maximises an entropy; this page computes it on ${size} × ${size} cells. Extrapolated from grids of ${grids.join(" and ")} cells, α = ${alpha}.`,
  scale: "Number of queens relative to an even distribution (1)",
};
