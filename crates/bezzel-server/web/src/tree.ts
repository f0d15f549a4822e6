// Updates the folded decision tree step by step. The server sends the tree at the start of each
// page; its rules are the same (`tree.rs`).

import type { Branch, Step } from "./api";
import { same } from "./squares";

type Levels = Branch[][];

const JUST_PLACED = ["place", "place-start", "masks", "masks-start"];

/** Number of queens above the row of a step (`Step::depth` of the library). */
export const depthOf = (step: Step): number => step.queens.length - (JUST_PLACED.includes(step.kind) ? 1 : 0);

export function replayed(levels: Levels, steps: Step[]): Levels {
  const tree = levels.map((level) => level.map((branch) => ({ ...branch })));
  for (const step of steps) add(tree, step);
  return tree;
}

const isOpen = (branch: Branch) => branch.state === "open";

function depth(tree: Levels): number {
  const first = tree.findIndex((level) => !level.some(isOpen));
  return first < 0 ? tree.length : first;
}

function eachOpen(tree: Levels, change: (branch: Extract<Branch, { state: "open" }>) => void) {
  for (const branch of tree.flat()) if (branch.state === "open") change(branch);
}

function set(tree: Levels, branch: Branch) {
  const at = depth(tree);
  tree.length = Math.min(tree.length, at + 1);
  const level = (tree[at] ??= []);
  const known = level.findIndex((other) => same(other.square, branch.square));
  if (known >= 0) level[known] = branch;
  else level.push(branch);
}

function add(tree: Levels, step: Step) {
  switch (step.event) {
    case "try":
      return set(tree, { square: step.square, state: "tried" });
    case "rejected": {
      const { square, line } = step;
      const isPlaced = tree.flat().some((branch) => isOpen(branch) && same(branch.square, square));
      if (!isPlaced) set(tree, { square, state: "rejected", line });
      return;
    }
    case "place":
      eachOpen(tree, (branch) => branch.placed++);
      return set(tree, { square: step.square, state: "open", placed: 1, solutions: 0 });
    case "remove": {
      const at = tree.findIndex((level) => level.some((branch) => isOpen(branch) && same(branch.square, step.square)));
      if (at < 0) return;
      tree.length = at + 1;
      tree[at] = tree[at]!.map((branch) => (branch.state === "open" ? { ...branch, state: "left" } : branch));
      return;
    }
    case "solution":
      return eachOpen(tree, (branch) => branch.solutions++);
  }
}
