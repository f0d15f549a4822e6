// A sheet for class: boards, decision tree, listing and exercises, without players.

import type { Square } from "../api";
import { Board } from "../board";
import { leftAt, useAddress, useTitle } from "../place";
import { isAttacked, upTo } from "../squares";
import { Program } from "../trace/listing";
import { useWords } from "../words";
import { shown } from "../words/counting";

const N = 4;

export function Sheet() {
  const words = useWords();
  const says = words.sheet;
  useAddress({});
  useTitle(says.title);
  return (
    <div class="sheet">
      <p class="row-of no-print">
        <button type="button" class="primary" onClick={() => print()}>
          {says.print}
        </button>
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
        <WholeTree label={words.panels.tree} />
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
    </div>
  );
}

interface Node {
  column: number;
  x: number;
  children: Node[];
}

/** Space between the squares of two parents, in leaves. */
const GAP = 0.4;

/** The tree of all squares that the search tries; leaves get consecutive places. */
function grown(queens: Square[], next: { x: number }): Node[] {
  const row = queens.length;
  if (row === N) return [];
  const nodes = upTo(N).map((column) => {
    const square = { row, column };
    const children = isAttacked(square, queens) ? [] : grown([...queens, square], next);
    const x = children.length > 0 ? (children[0]!.x + children[children.length - 1]!.x) / 2 : next.x++;
    return { column, x, children };
  });
  next.x += GAP;
  return nodes;
}

const HEIGHT = 5;

function WholeTree({ label }: { label: string }) {
  const next = { x: 0 };
  const roots = grown([], next);
  const width = next.x;
  const top = width / 2 - 0.5;
  return (
    <svg class="sheet-tree" viewBox={`-1 -1 ${width + 1} ${N * HEIGHT + 2}`} role="img" aria-label={label}>
      <circle cx={top} cy={0} r={0.3} />
      <Branches nodes={roots} from={top} level={1} />
    </svg>
  );
}

function Branches({ nodes, from, level }: { nodes: Node[]; from: number; level: number }) {
  const y = level * HEIGHT;
  return (
    <>
      {nodes.map(({ column, x, children }) => (
        <g key={column}>
          <line x1={from} y1={y - HEIGHT + 0.45} x2={x} y2={y - 0.45} />
          <circle cx={x} cy={y} r={0.45} />
          <text x={x} y={y + 0.2}>
            {shown(column)}
          </text>
          <Branches nodes={children} from={x} level={level + 1} />
        </g>
      ))}
    </>
  );
}
