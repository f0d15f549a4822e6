// Figures of a count: its units, and its solutions by the number of queens on even squares.

import { grouped, useWords } from "../words";

/** Units of a count, one after another: the part that is done, and whether some are being counted. */
interface UnitCell {
  done: number;
  running: boolean;
}

export function UnitMap({ count }: { count: { map: UnitCell[]; units: number; units_done: number } }) {
  const says = useWords().count;
  const cells = count.map.length;
  const across = Math.max(1, Math.ceil(Math.sqrt(cells * 2.6)));
  const down = Math.ceil(cells / across);
  const label = says.units(grouped(count.units_done), count.units);
  return (
    <svg class="unit-map" viewBox={`-.1 -.1 ${across + 0.2} ${down + 0.2}`} role="img" aria-label={label}>
      {count.map.map(({ done, running }, index) => {
        const [x, y] = [index % across, Math.floor(index / across)];
        return (
          <g key={index}>
            <rect x={x + 0.08} y={y + 0.08} width={0.84} height={0.84} rx={0.12} />
            {done > 0 && <rect class="fill" x={x + 0.08} y={y + 0.08 + 0.84 * (1 - done)} width={0.84} height={0.84 * done} rx={0.12} />}
            {running && <rect class="running" x={x + 0.12} y={y + 0.12} width={0.76} height={0.76} rx={0.12} />}
          </g>
        );
      })}
    </svg>
  );
}

/** Bar chart of the solutions with 0, 1, 2, … queens on even squares. */
export function ByColour({ values }: { values: string[] }) {
  const says = useWords().count;
  const numbers = values.map(Number);
  const most = Math.max(...numbers, 1);
  return (
    <figure>
      <svg class="plot bars" viewBox={`0 0 ${numbers.length * 20} 120`} role="img" aria-label={says.byColour}>
        {numbers.map((number, queens) => (
          <g key={queens}>
            <title>{`${queens}: ${grouped(values[queens] ?? "0")}`}</title>
            <rect x={queens * 20 + 3} width={14} y={100 - 95 * (number / most)} height={95 * (number / most)} />
            <text x={queens * 20 + 10} y={115} text-anchor="middle">
              {queens}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>{says.byColour}</figcaption>
    </figure>
  );
}
