// Solutions as text: the format of the tutorial with the border and that of LeetCode.

import { useState } from "preact/hooks";

import { api } from "../api";
import { Board } from "../board";
import { useLoaded } from "../parts";
import { queensOf, upTo } from "../squares";
import { useWords } from "../words";

const N = 6;

/** 1-based coordinates (x the column, y the row) and the board in a frame of asterisks, with x downwards. */
function framed(columns: number[]): string {
  const coordinates = columns.map((column, row) => `(${column + 1}, ${row + 1})`).join("");
  const edge = "*".repeat(columns.length + 2);
  const lines = upTo(columns.length).map((x) => `*${columns.map((column) => (column === x ? "#" : " ")).join("")}*`);
  return [coordinates, edge, ...lines, edge].join("\n");
}

const strings = (columns: number[]) =>
  `[${columns
    .map(
      (column) =>
        `"${upTo(columns.length)
          .map((at) => (at === column ? "Q" : "."))
          .join("")}"`,
    )
    .join(",\n ")}]`;

const FORMATS = { framed, strings };

export function TextForm({ format }: { format: keyof typeof FORMATS }) {
  const words = useWords();
  const says = words.learn;
  const [chosen, choose] = useState(0);
  const { value } = useLoaded(() => api.solutions(N, "all", 0, 100), 0);
  const columns = value?.boards[chosen]?.columns;
  if (!value || !columns) return <p>{words.loading}</p>;
  const queens = queensOf(columns);
  return (
    <figure class="mini">
      <div class="side-by-side">
        <Board n={N} queens={queens} label={words.boardLabel(N, queens)} />
        <pre class="written" aria-label={says.written} role="img">
          {FORMATS[format](columns)}
          {format === "framed" && chosen + 1 === value.total && `\n\nTotal: ${value.total}`}
        </pre>
      </div>
      <div class="row-of">
        <button type="button" disabled={chosen === 0} onClick={() => choose(chosen - 1)}>
          {words.player.previous}
        </button>
        <span role="status">{says.solutionOf(chosen + 1, value.total)}</span>
        <button type="button" disabled={chosen + 1 === value.total} onClick={() => choose(chosen + 1)}>
          {words.player.next}
        </button>
      </div>
    </figure>
  );
}
