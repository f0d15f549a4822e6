// Tables that a method draws itself, such as the matrix of the dancing links.

import type { Table } from "../api";
import { useWords } from "../words";

const TONES: { [tone: string]: string } = { "*": "lit", o: "on", "-": "quiet" };

export function Tables({ tables }: { tables: Table[] }) {
  const { texts, numbers } = useWords();
  return (
    <>
      {tables.map((table, at) => (
        <div key={at} class="drawn-table">
          <p class="array-name">
            <span class="note">{numbers.text(table.title[texts])}</span>
          </p>
          <div class="table" tabIndex={0} role="region" aria-label={numbers.text(table.title[texts])}>
            <table>
              {table.heads.length > 0 && (
                <thead>
                  <tr>
                    <td />
                    {table.heads.map((head, at) => (
                      <th key={at} scope="col">
                        {numbers.text(head)}
                      </th>
                    ))}
                  </tr>
                </thead>
              )}
              <tbody>
                {table.rows.map((row, at) => (
                  <tr key={at}>
                    <th scope="row">{numbers.text(row.label)}</th>
                    {row.cells.map((cell, at) => (
                      <td key={at} class={TONES[row.tones[at] ?? ""] ?? ""}>
                        {numbers.text(cell)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      ))}
    </>
  );
}
