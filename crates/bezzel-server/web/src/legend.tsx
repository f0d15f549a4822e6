// Meaning of the marks on the board of a run.

import { type Mark, MarkOf } from "./board";
import { useWords } from "./words";

const MARKS = ["tried", "probed", "attacked", "rejected", "placed", "removed"] as const satisfies readonly Mark[];
const ORIGIN = { row: 0, column: 0 };

export function BoardLegend() {
  const says = useWords().legend;
  return (
    <ul class="board-legend" aria-label={says.name}>
      <li>
        <svg class="board" viewBox="-.06 -.06 1.12 1.12" aria-hidden="true">
          <rect class="row" y={0.1} width={1} height={0.8} />
        </svg>
        {says.row}
      </li>
      {MARKS.map((mark) => (
        <li key={mark}>
          <svg class="board" viewBox="-.06 -.06 1.12 1.12" aria-hidden="true">
            <MarkOf at={ORIGIN} mark={mark} />
          </svg>
          {says[mark]}
        </li>
      ))}
    </ul>
  );
}
