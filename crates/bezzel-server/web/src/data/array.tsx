// An array as a row of cells with indices. The usual index is a row or a column.

import type { Data } from "../api";
import { useNumbering } from "../words";

export interface Cell {
  text: string;
  on?: boolean;
  lit?: boolean;
  quiet?: boolean;
}

export function ArrayRow(props: { name?: string; cells: Cell[]; indices?: (string | number)[]; note?: string }) {
  const { name, cells, indices, note } = props;
  const { shown } = useNumbering();
  return (
    <div class="array">
      {(name || note) && (
        <p class="array-name">
          <code>{name}</code> {note && <span class="note">{note}</span>}
        </p>
      )}
      <div class="cells">
        {cells.map((cell, index) => (
          <div key={index} class="cell-of">
            <span class="index">{indices ? indices[index] : shown(index)}</span>
            <span class={`cell ${cell.on ? "on" : ""} ${cell.lit ? "lit" : ""} ${cell.quiet ? "quiet" : ""}`}>{cell.text}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

export type DataOf<K extends Data["kind"]> = Extract<Data, { kind: K }>;
