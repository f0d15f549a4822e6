// Layout of a decision tree: leaves side by side in the order of their squares, parents centred.

import type { Decision } from "../api";

export interface Placed {
  node: Decision;
  index: number;
  x: number;
  level: number;
  parent: Placed | null;
}

export interface Layout {
  /** In the order of the run. */
  nodes: Placed[];
  /** Width in leaves, and number of levels. */
  width: number;
  levels: number;
}

/** Width of a pruned square, in leaves. */
const PRUNED_WIDTH = 0.55;

/** `gap`: the space between the squares of two parents, in leaves. */
export function layoutOf(decisions: Decision[], gap = 0): Layout {
  const nodes: Placed[] = [];
  const below = new Map<Placed | null, Placed[]>();
  decisions.forEach((node, index) => {
    const parent = node.parent === null || node.parent === undefined ? null : nodes[node.parent]!;
    const placed = { node, index, x: 0, level: parent ? parent.level + 1 : 0, parent };
    nodes.push(placed);
    below.set(parent, [...(below.get(parent) ?? []), placed]);
  });
  let width = 0;
  const place = (parent: Placed | null) => {
    const children = [...(below.get(parent) ?? [])].sort(inOrder);
    for (const child of children) {
      if (below.has(child)) place(child);
      else {
        const own = child.node.result === "pruned" ? PRUNED_WIDTH : 1;
        child.x = width + own / 2;
        width += own;
      }
    }
    width += gap;
    if (parent) parent.x = (children[0]!.x + children.at(-1)!.x) / 2;
  };
  place(null);
  return { nodes, width: Math.max(width, 1), levels: nodes.reduce((most, { level }) => Math.max(most, level + 1), 1) };
}

const inOrder = (a: Placed, b: Placed) =>
  a.node.square.row - b.node.square.row || a.node.square.column - b.node.square.column || a.index - b.index;

/** Nodes side by side, with the edges that lead through their range of x. */
export interface Strip {
  from: number;
  to: number;
  nodes: Placed[];
  edges: Placed[];
}

/** Cuts a layout into strips of at most this width in leaves, for paper. */
export function stripsOf(layout: Layout, most: number): Strip[] {
  const count = Math.ceil(layout.width / most);
  const width = layout.width / count;
  const strips: Strip[] = Array.from({ length: count }, (_, at) => ({ from: at * width, to: (at + 1) * width, nodes: [], edges: [] }));
  const at = (x: number) => Math.min(count - 1, Math.floor(x / width));
  for (const one of layout.nodes) {
    strips[at(one.x)]!.nodes.push(one);
    const ends = [one.x, one.parent ? one.parent.x : layout.width / 2].map(at);
    for (let strip = Math.min(...ends); strip <= Math.max(...ends); strip++) strips[strip]!.edges.push(one);
  }
  return strips;
}

/** Indices of the nodes of the queens that are on the board after `at` steps. */
export function onBoard(nodes: Placed[], at: number, queens: { row: number; column: number }[]): Set<number> {
  const open = new Set<number>();
  let last = nodes.length - 1;
  for (const queen of [...queens].reverse()) {
    const is = ({ node }: Placed) =>
      node.step < at && node.result === "placed" && node.square.row === queen.row && node.square.column === queen.column;
    while (last >= 0 && !is(nodes[last]!)) last--;
    if (last < 0) break;
    open.add(last--);
  }
  return open;
}
