// The folded decision tree: the current path and the squares tried at each level.

import type { Decision } from "./api";
import { upTo } from "./squares";
import { useWords, type Words } from "./words";

const HEIGHT = 1.5;

/** `across`: the coordinate in which the squares of a level differ. */
export function TreeView({ n, nodes, across = "column" }: { n: number; nodes: Decision[]; across?: "row" | "column" }) {
  const words = useWords();
  const root = { x: n / 2, y: 0 };
  const places: (typeof root)[] = [];
  const above = ({ parent }: Decision) => places[parent ?? -1] ?? root;
  for (const node of nodes) places.push({ x: node.square[across] + 0.5, y: above(node).y + HEIGHT });
  const levels = Math.max(0, ...places.map(({ y }) => y / HEIGHT));
  const depth = Math.max(levels, 1);
  return (
    <>
      <svg
        class="tree"
        viewBox={`-.9 -.45 ${n + 1.1} ${depth * HEIGHT + 1.2}`}
        role="img"
        aria-label={words.panels.tree}
        style={{ maxHeight: `${depth * 2.6 + 2}rem` }}
      >
        {nodes.map((node, at) => {
          const { x, y } = above(node);
          return <line key={at} class={`edge ${node.result}`} x1={x} y1={y} x2={places[at]!.x} y2={places[at]!.y} />;
        })}
        <circle class="root" cx={root.x} cy={0.1} r={0.2} />
        {upTo(levels).map((at) => (
          <text key={at} class="level" x={-0.75} y={(at + 1) * HEIGHT + 0.12}>
            {words.numbers.shown(at)}
          </text>
        ))}
        {nodes.map((node, at) => (
          <Node key={at} node={node} text={String(words.numbers.shown(node.square[across]))} {...places[at]!} words={words} />
        ))}
      </svg>
      <p class="note">{words.tree.help}</p>
    </>
  );
}

function Node({ node, text, x, y, words }: { node: Decision; text: string; x: number; y: number; words: Words }) {
  const { result } = node;
  return (
    <g class={`branch ${result}`}>
      <title>{described(node, words)}</title>
      <circle cx={x} cy={y} r={result === "open" ? 0.36 : result === "placed" ? radius(node.placed) : 0.17} />
      {result === "rejected" && <path d={`M${x - 0.1} ${y - 0.1}l.2 .2m0 -.2l-.2 .2`} />}
      {result === "open" && (
        <text x={x} y={y + 0.13}>
          {text}
        </text>
      )}
      {result === "placed" && node.solutions > 0 && <circle class="solved" cx={x} cy={y} r={0.1} />}
    </g>
  );
}

/** Radius of an explored branch; grows with the number of queens placed below. */
const radius = (placed: number) => Math.min(0.34, 0.15 + 0.022 * Math.log2(placed + 1));

/** A square of a decision tree, and its result. */
export function described(node: Decision, words: Words): string {
  const { placed, pruned } = words.lesson.tree;
  const result = () => {
    switch (node.result) {
      case "placed":
        return placed(node.placed, node.solutions);
      case "rejected":
        return words.tree.rejected(node.line);
      case "pruned":
        return pruned;
      default:
        return node.result === "open" ? words.tree.open : words.legend.tried;
    }
  };
  return words.labelled(words.at(node.square), result());
}
