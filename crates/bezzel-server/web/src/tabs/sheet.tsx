// A sheet for class: boards, decision tree, listing and exercises, without players, and its answers.

import { useMemo, useState } from "preact/hooks";

import type { Square } from "../api";
import { Board } from "../board";
import { AddressFaults } from "../parts";
import { AddressReader, leftAt, useAddress, useTitle } from "../place";
import { isAttacked, upTo } from "../squares";
import { Program } from "../trace/listing";
import { useNumbering, useWords } from "../words";

const N = 4;

export function Sheet({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const says = words.sheet;
  const first = useMemo(() => {
    const address = new AddressReader(query);
    return { answers: address.one("answers", ["1", "0"], "0") === "1", faults: address.finish() };
  }, []);
  const [answers, setAnswers] = useState(first.answers);
  useAddress(answers ? { answers: 1 } : {});
  useTitle(says.title);
  return (
    <div class="sheet">
      <AddressFaults faults={first.faults} />
      <p class="row-of no-print">
        <button type="button" class="primary" onClick={() => print()}>
          {says.print}
        </button>
        <label class="check">
          <input type="checkbox" checked={answers} onChange={(event) => setAnswers(event.currentTarget.checked)} />
          {says.withAnswers}
        </label>
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
        <h2>{says.listing}</h2>
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

/** The answers, on a page of their own. */
function Answers() {
  const words = useWords();
  const says = words.sheet;
  const { solutions, placed, removed } = searched();
  return (
    <section class="sheet-answers">
      <h2>{says.answers}</h2>
      <ol class="sheet-tasks">
        <li>
          <div class="sheet-boards">
            {solutions.map((queens) => (
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
        <li>{says.answerCount(placed, removed)}</li>
      </ol>
      <h3>{says.answerTree}</h3>
      <WholeTree n={N} label={words.panels.tree} solved />
    </section>
  );
}

/** All solutions, and the queens placed and taken back until the first one. */
function searched() {
  const solutions: Square[][] = [];
  let [placed, removed] = [0, 0];
  const search = (queens: Square[]) => {
    const row = queens.length;
    if (row === N) return void solutions.push(queens);
    for (const column of upTo(N)) {
      const square = { row, column };
      if (isAttacked(square, queens)) continue;
      if (solutions.length === 0) placed++;
      search([...queens, square]);
      if (solutions.length === 0) removed++;
    }
  };
  search([]);
  return { solutions, placed, removed };
}

interface Node {
  column: number;
  /** A queen attacks the square. */
  attacked: boolean;
  /** Place in the order of the search, from 1. */
  order: number;
  x: number;
  children: Node[];
}

/** Space between the squares of two parents, in leaves. */
const GAP = 0.4;

/** The tree of all squares that the search tries; leaves get consecutive places. */
function grown(n: number, queens: Square[], next: { x: number; order: number }): Node[] {
  const row = queens.length;
  if (row === n) return [];
  const nodes = upTo(n).map((column) => {
    const square = { row, column };
    const attacked = isAttacked(square, queens);
    const order = next.order++;
    const children = attacked ? [] : grown(n, [...queens, square], next);
    const x = children.length > 0 ? (children[0]!.x + children[children.length - 1]!.x) / 2 : next.x++;
    return { column, attacked, order, x, children };
  });
  next.x += GAP;
  return nodes;
}

const HEIGHT = 5;

/** The whole tree; solved, attacked squares are crossed out and all nodes are numbered. */
function WholeTree({ n, label, solved = false }: { n: number; label: string; solved?: boolean }) {
  const next = { x: 0, order: 1 };
  const roots = grown(n, [], next);
  const width = next.x;
  const top = width / 2 - 0.5;
  return (
    <svg class="sheet-tree" viewBox={`-1 -1 ${width + 1} ${n * HEIGHT + (solved ? 2.8 : 2)}`} role="img" aria-label={label}>
      <circle cx={top} cy={0} r={0.3} />
      <Branches nodes={roots} from={top} level={1} solved={solved} />
    </svg>
  );
}

function Branches({ nodes, from, level, solved }: { nodes: Node[]; from: number; level: number; solved: boolean }) {
  const { shown } = useNumbering();
  const y = level * HEIGHT;
  return (
    <>
      {nodes.map(({ column, attacked, order, x, children }) => (
        <g key={column}>
          <line x1={from} y1={y - HEIGHT + 0.45} x2={x} y2={y - 0.45} />
          <circle cx={x} cy={y} r={0.45} />
          <text x={x} y={y + 0.2}>
            {shown(column)}
          </text>
          {solved && attacked && <path class="crossed" d={`M${x - 0.32} ${y - 0.32}l.64 .64m0 -.64l-.64 .64`} />}
          {solved && (
            <text class="order" x={children.length > 0 ? x + 0.95 : x} y={children.length > 0 ? y + 0.2 : y + 1.1}>
              {order}
            </text>
          )}
          <Branches nodes={children} from={x} level={level + 1} solved={solved} />
        </g>
      ))}
    </>
  );
}
