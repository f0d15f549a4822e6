// Solutions as text: the format of the tutorial with the border and that of LeetCode.

import { useState } from "preact/hooks";

import { api } from "../api";
import { Board } from "../board";
import { useLoaded } from "../parts";
import { queensOf } from "../squares";
import { useWords } from "../words";

const N = 6;

/** The strings of a solution as LeetCode has them, one below another. */
const strings = (text: string) => `[${(JSON.parse(text) as string[][])[0]!.map((row) => JSON.stringify(row)).join(",\n ")}]`;

export function TextForm({ notation }: { notation: "coordinates" | "leetcode" }) {
  const words = useWords();
  const says = words.learn;
  const [chosen, choose] = useState(0);
  const { value } = useLoaded(() => api.solutions(N, "all", 0, 100), 0);
  const columns = value?.boards[chosen]?.columns;
  const written = useLoaded(async () => columns && api.export({ n: N, queens: queensOf(columns) }, notation), columns);
  if (!value || !columns) return <p>{words.loading}</p>;
  const queens = queensOf(columns);
  return (
    <figure class="mini">
      <div class="side-by-side">
        <Board n={N} queens={queens} label={words.boardLabel(N, queens)} />
        <pre class="written" aria-label={says.written} role="img">
          {written.value && (notation === "leetcode" ? strings(written.value) : written.value.trimEnd())}
          {notation === "coordinates" && chosen + 1 === value.total && `\n\nTotal: ${value.total}`}
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
