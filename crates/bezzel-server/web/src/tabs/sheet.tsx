// A sheet for class: boards, decision tree, listing and exercises, without players, and its answers.

import { useMemo, useState } from "preact/hooks";

import { api, type Square } from "../api";
import { Board } from "../board";
import { Button, Check, useLoaded, useOpened } from "../parts";
import { leftAt, useAddress, useTitle } from "../place";
import { upTo } from "../squares";
import { type Layout, layoutOf, type Placed } from "../trace/layout";
import { Program } from "../trace/listing";
import { useNumbering, useWords } from "../words";

const N = 4;

export function Sheet({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const says = words.sheet;
  const [first, faults] = useOpened(query, (address) => address.one("answers", ["1", "0"], "0") === "1");
  const [answers, setAnswers] = useState(first);
  useAddress(answers ? { answers: 1 } : {});
  useTitle(says.title);
  return (
    <div class="sheet">
      {faults}
      <p class="row-of no-print">
        <Button class="primary" onClick={() => print()} text={words.acts.print} />
        <Check label={says.withAnswers} value={answers} onValue={setAnswers} />
        <a href={leftAt("lesson")}>{says.back}</a>
      </p>
      <h1>{says.title}</h1>
      <p class="sheet-name">
        <span>{says.name}</span>
        <span>{says.date}</span>
      </p>
      <section>
        <h2>{says.board}</h2>
        <div class="sheet-boards">
          {upTo(3).map((k) => (
            <Board key={k} n={N} queens={[]} label={words.boardLabel(N, [])} />
          ))}
        </div>
      </section>
      <section>
        <h2>{words.intro.code}</h2>
        <Program method="slope-test" />
      </section>
      <section>
        <h2>{says.tree}</h2>
        <WholeTree n={N} label={words.panels.tree} />
      </section>
      <section>
        <h2>{says.exercises}</h2>
        <ol class="sheet-tasks">
          {says.tasks.map((task, at) => (
            <li key={task}>
              {task}
              {at > 0 && <div class="sheet-lines" />}
            </li>
          ))}
        </ol>
      </section>
      {answers && <Answers />}
    </div>
  );
}

/** All squares that the search tries, as the engine has them, laid out for paper. */
function useTree(n: number): Layout | undefined {
  const { value } = useLoaded(() => api.tree({ method: "slope-test", n }, n, undefined), n);
  return useMemo(() => value && layoutOf(value.nodes, GAP), [value]);
}

/** The square of a node and those above it. */
const pathOf = (one: Placed | null): Square[] => (one ? [...pathOf(one.parent), one.node.square] : []);

/** The answers, on a page of their own. */
function Answers() {
  const words = useWords();
  const says = words.sheet;
  const nodes = useTree(N)?.nodes ?? [];
  const placed = nodes.filter(({ node }) => node.result === "placed");
  const full = placed.filter(({ level }) => level === N - 1);
  // Queens that are placed until the first solution, which keeps N of them.
  const count = full[0] ? placed.indexOf(full[0]) + 1 : N;
  return (
    <section class="sheet-answers">
      <h2>{says.answers}</h2>
      <ol class="sheet-tasks">
        <li>
          <div class="sheet-boards">
            {full.map(pathOf).map((queens) => (
              <Board key={JSON.stringify(queens)} n={N} queens={queens} solved label={words.boardLabel(N, queens)} />
            ))}
          </div>
        </li>
        <li>{says.answerNext(words.at({ row: 0, column: 1 }))}</li>
        <li>
          {says.answerThree}
          <div class="sheet-small">
            <WholeTree n={3} label={words.panels.tree} solved />
          </div>
        </li>
        <li>{says.answerCount(count, count - N)}</li>
      </ol>
      <h3>{says.answerTree}</h3>
      <WholeTree n={N} label={words.panels.tree} solved />
    </section>
  );
}

/** Space between the squares of two parents, in leaves. */
const GAP = 0.4;
const HEIGHT = 5;

/** The whole tree; solved, attacked squares are crossed out and all nodes are numbered in the order of the search. */
function WholeTree({ n, label, solved = false }: { n: number; label: string; solved?: boolean }) {
  const { shown } = useNumbering();
  const layout = useTree(n);
  if (!layout) return null;
  const { nodes, width } = layout;
  const parents = new Set(nodes.map(({ parent }) => parent));
  return (
    <svg class="sheet-tree" viewBox={`-.5 -1 ${width + 1} ${n * HEIGHT + (solved ? 2.8 : 2)}`} role="img" aria-label={label}>
      <circle cx={width / 2} cy={0} r={0.3} />
      {nodes.map((one) => {
        const { node, index, x, level, parent } = one;
        const y = (level + 1) * HEIGHT;
        const isInner = parents.has(one);
        return (
          <g key={index}>
            <line x1={parent?.x ?? width / 2} y1={y - HEIGHT + 0.45} x2={x} y2={y - 0.45} />
            <circle cx={x} cy={y} r={0.45} />
            <text x={x} y={y + 0.2}>
              {shown(node.square.column)}
            </text>
            {solved && node.result === "rejected" && <path class="crossed" d={`M${x - 0.32} ${y - 0.32}l.64 .64m0 -.64l-.64 .64`} />}
            {solved && (
              <text class="order" x={isInner ? x + 0.95 : x} y={isInner ? y + 0.2 : y + 1.1}>
                {index + 1}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
