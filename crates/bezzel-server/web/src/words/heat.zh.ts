// Chinese texts of the Heat map tab.

import type { heatEn } from "./heat.en";
import { grouped } from "./numbers";

export const heatZh: typeof heatEn = {
  intro: "皇后常出现在哪里？图中是每个格子在多大比例的解中有皇后。数字都是精确值，由命令 bezzel occupancy N 算出。",
  board: (n, solutions) => `${n} × ${n}：共 ${grouped(solutions)} 个解`,
  boardLabel: (n) => `${n} × ${n} 棋盘的热图，用方向键在格子之间移动。`,
  share: (count, solutions) => `${grouped(count)} 个解，占 ${(solutions > 0 ? (100 * count) / solutions : 0).toFixed(3)}%`,
  hint: "把鼠标移到某个格子上（触屏：轻触），或用 Tab 键和方向键选中它，即可看到数目和比例。",
  limit: "n 很大时的极限",
  limitLabel: "极限的热图：四角最低，中心低于四边，每边的中点最高",
  limitNote: (size, alpha, grids) =>
    `图中是皇后的密度。Simkin 证明了：n 很大时，几乎每个解中皇后的分布都接近这个密度，并且 Q(n) 约为 (n · e⁻ᵅ)ⁿ，其中 α = 1.942 ± 0.003。在满足行、列和对角线条件的密度中，它的熵最大；本页把棋盘分成 ${size} × ${size} 个小格，求出这个最大值。再由 ${grids.join(" 和 ")} 的网格外推，得到 α = ${alpha}。`,
  scale: "皇后密度（均匀分布 = 1）",
};
