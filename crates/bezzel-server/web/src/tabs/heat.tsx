// Heat map tab: the share of solutions with a queen on each square, and the limit for large n.

import { useMemo, useState } from "preact/hooks";

import type { Square } from "../api";
import { Board } from "../board";
import { limitShape } from "../heat/limit";
import { HeatSquares, Picture, Scale } from "../heat/map";
import stored from "../heat/occupancies.json";
import { NumberField, Panel, useOpened } from "../parts";
import { useAddress, useTitle } from "../place";
import { useWords } from "../words";

/** Largest n with stored numbers. */
const LARGEST = stored.length;

/** Numbers of solutions with a queen on each square, row by row. They are below 2⁵³. */
function occupancy(n: number): number[][] {
  const numbers = stored[n - 1]!;
  const middle = Math.ceil(n / 2);
  // The list has one square of each orbit under the eight symmetries, in reading order.
  const at = (row: number, column: number) => row * middle - (row * (row - 1)) / 2 + column - row;
  const folded = (index: number) => Math.min(index, n - 1 - index);
  const number = (row: number, column: number) => {
    const [first, second] = [folded(row), folded(column)];
    return numbers[at(Math.min(first, second), Math.max(first, second))]!;
  };
  const indices = [...Array(n).keys()];
  return indices.map((row) => indices.map((column) => number(row, column)));
}

/** Cells of the limit shape in each direction. A second grid shows how far α is from its limit. */
const GRIDS = [40, 80] as const;

export function Heat({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const says = words.heat;
  const [first, faults] = useOpened(query, (address) => address.whole("n", 1, LARGEST, Math.min(18, LARGEST)));
  const [n, setSize] = useState(first);
  const [chosen, choose] = useState<Square>();
  useAddress({ n });
  useTitle(words.sized(words.tabs.heat, n));
  const counts = useMemo(() => occupancy(n), [n]);
  const [coarse, fine] = useMemo(() => GRIDS.map(limitShape), []);
  const solutions = counts[0]!.reduce((sum, count) => sum + count, 0);
  // A queen on every square with the same probability would give 1.
  const density = (count: number) => (solutions > 0 ? (n * count) / solutions : 0);
  const largest = Math.max(...counts.flat().map(density), ...coarse!.density);
  const share = ({ row, column }: Square) => says.share(counts[row]![column]!, solutions);
  return (
    <div class="heat">
      {faults}
      <p class="note">{says.intro}</p>
      <div class="count-form">
        <NumberField
          label={words.queens}
          value={n}
          least={1}
          most={LARGEST}
          onValue={(n) => {
            choose(undefined);
            setSize(n);
          }}
        />
      </div>
      <div class="pair-of-panels">
        <Panel title={says.board(n, solutions)}>
          <div class="heat-board" onPointerLeave={() => choose(undefined)}>
            <Board
              n={n}
              queens={[]}
              label={says.boardLabel(n)}
              layer={<HeatSquares n={n} part={({ row, column }) => density(counts[row]![column]!) / largest} />}
              names={share}
              onSquare={choose}
              onPoint={choose}
            />
          </div>
          <p class="heat-square">
            {chosen && chosen.row < n && chosen.column < n
              ? words.labelled(words.square(chosen.row, chosen.column), share(chosen))
              : says.hint}
          </p>
        </Panel>
        <Panel title={says.limit}>
          <Picture label={says.limitLabel} parts={coarse!.density.map((value) => value / largest)} size={GRIDS[0]} />
          <p class="note">{says.limitNote(GRIDS[0], (2 * fine!.alpha - coarse!.alpha).toFixed(3), GRIDS)}</p>
          <p class="note">
            <a href="https://arxiv.org/abs/2107.13460" target="_blank" rel="noopener">
              M. Simkin, The number of n-queens configurations, arXiv:2107.13460
            </a>
          </p>
        </Panel>
      </div>
      <Scale label={says.scale} largest={largest} />
    </div>
  );
}
