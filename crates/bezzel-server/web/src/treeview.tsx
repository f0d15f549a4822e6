// The folded decision tree: the current path and the squares tried at each level.

import type { Branch } from "./api";
import { upTo } from "./squares";
import { useWords, type Words } from "./words";

const HEIGHT = 1.5;

/** `across`: the coordinate in which the squares of a level differ. */
export function TreeView({ n, levels, across = "column" }: { n: number; levels: Branch[][]; across?: "row" | "column" }) {
  const words = useWords();
  const depth = Math.max(levels.length, 1);
  const parents = levels.map((level) => level.find((branch) => branch.state === "open")?.square[across]);
  const root = { x: n / 2, y: 0.1 };
  return (
    <>
      <svg
        class="tree"
        viewBox={`-.9 -.45 ${n + 1.1} ${depth * HEIGHT + 1.2}`}
        role="img"
        aria-label={words.panels.tree}
        style={{ maxHeight: `${depth * 2.6 + 2}rem` }}
      >
        {levels.map((level, at) => {
          const above = at === 0 ? root : { x: (parents[at - 1] ?? 0) + 0.5, y: at * HEIGHT };
          return level.map((branch) => (
            <line
              key={`${at} ${branch.square.row} ${branch.square.column}`}
              class={`edge ${branch.state}`}
              x1={above.x}
              y1={above.y}
              x2={branch.square[across] + 0.5}
              y2={(at + 1) * HEIGHT}
            />
          ));
        })}
        <circle class="root" cx={root.x} cy={root.y} r={0.2} />
        {upTo(levels.length).map((at) => (
          <text key={at} class="level" x={-0.75} y={(at + 1) * HEIGHT + 0.12}>
            {words.numbers.shown(at)}
          </text>
        ))}
        {levels.map((level, at) =>
          level.map((branch) => (
            <Node
              key={`${at} ${branch.square.row} ${branch.square.column}`}
              branch={branch}
              place={branch.square[across]}
              y={(at + 1) * HEIGHT}
              words={words}
            />
          )),
        )}
      </svg>
      <p class="note">{words.tree.help}</p>
    </>
  );
}

function Node({ branch, place, y, words }: { branch: Branch; place: number; y: number; words: Words }) {
  const x = place + 0.5;
  return (
    <g class={`branch ${branch.state}`}>
      <title>{words.labelled(words.at(branch.square), described(branch, words))}</title>
      <circle cx={x} cy={y} r={branch.state === "open" ? 0.36 : branch.state === "left" ? radius(branch.placed) : 0.17} />
      {branch.state === "rejected" && <path d={`M${x - 0.1} ${y - 0.1}l.2 .2m0 -.2l-.2 .2`} />}
      {branch.state === "open" && (
        <text x={x} y={y + 0.13}>
          {words.numbers.shown(place)}
        </text>
      )}
      {branch.state === "left" && branch.solutions > 0 && <circle class="solved" cx={x} cy={y} r={0.1} />}
    </g>
  );
}

/** Radius of an explored branch; grows with the number of queens placed in it. */
const radius = (placed: number) => Math.min(0.34, 0.15 + 0.022 * Math.log2(placed));

function described(branch: Branch, words: Words): string {
  switch (branch.state) {
    case "left":
      return words.tree.left(branch.placed, branch.solutions);
    case "rejected":
      return words.tree.rejected(branch.line);
    default:
      return words.tree[branch.state];
  }
}
