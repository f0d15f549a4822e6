// Maps of numbers on a square, in colours of increasing lightness.

import { useRef, useState } from "preact/hooks";

import { upTo } from "../squares";
import { useNumbering } from "../words";

const STOPS = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
];

/** Colour of a part from 0 to 1: dark blue, green, yellow. */
export function colour(part: number): string {
  const at = Math.min(Math.max(part, 0), 1) * (STOPS.length - 1);
  const low = Math.min(Math.floor(at), STOPS.length - 2);
  const mix = (channel: number) => {
    const [from, to] = [STOPS[low]![channel]!, STOPS[low + 1]![channel]!];
    return Math.round(from + (to - from) * (at - low));
  };
  return `rgb(${mix(0)} ${mix(1)} ${mix(2)})`;
}

export interface Cell {
  row: number;
  column: number;
}

/** A board of coloured squares. The arrow keys move the focus, as in other grids. */
export function SquareMap(props: {
  label: string;
  parts: number[][];
  name: (cell: Cell) => string;
  chosen: Cell | undefined;
  choose: (cell: Cell | undefined) => void;
}) {
  const { parts, name, choose } = props;
  const n = parts.length;
  const [focused, setFocused] = useState<Cell>({ row: 0, column: 0 });
  const grid = useRef<HTMLDivElement>(null);
  const reached = { row: Math.min(focused.row, n - 1), column: Math.min(focused.column, n - 1) };
  const move = (event: KeyboardEvent) => {
    const by = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!by) return;
    event.preventDefault();
    const within = (index: number) => Math.min(Math.max(index, 0), n - 1);
    const next = { row: within(reached.row + by[0]!), column: within(reached.column + by[1]!) };
    grid.current?.querySelector<HTMLElement>(`[data-at="${next.row} ${next.column}"]`)?.focus();
  };
  const { shown } = useNumbering();
  const numbers = upTo(n).map((at) => <span key={at}>{shown(at)}</span>);
  return (
    <div class="heat-frame" style={{ "--n": n }}>
      <div class="heat-numbers columns" aria-hidden="true">
        {numbers}
      </div>
      <div class="heat-numbers rows" aria-hidden="true">
        {numbers}
      </div>
      <div class="heat-board" role="grid" aria-label={props.label} ref={grid} onKeyDown={move} onPointerLeave={() => choose(undefined)}>
        {parts.map((row, at) => (
          <div key={at} role="row">
            {row.map((part, column) => {
              const cell = { row: at, column };
              const isReached = reached.row === at && reached.column === column;
              return (
                <span
                  key={column}
                  role="gridcell"
                  tabIndex={isReached ? 0 : -1}
                  data-at={`${at} ${column}`}
                  aria-label={name(cell)}
                  style={{ background: colour(part) }}
                  onPointerEnter={() => choose(cell)}
                  onFocus={() => {
                    setFocused(cell);
                    choose(cell);
                  }}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

/** A map of many cells, as one picture. */
export function Picture({ label, parts, size }: { label: string; parts: number[]; size: number }) {
  return (
    <svg class="heat-picture" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      {parts.map((part, at) => (
        <rect key={at} x={at % size} y={Math.floor(at / size)} width={1} height={1} fill={colour(part)} />
      ))}
    </svg>
  );
}

/** The colours from 0 to the largest number. */
export function Scale({ label, largest }: { label: string; largest: number }) {
  const steps = [0, 0.25, 0.5, 0.75, 1];
  return (
    <figure class="heat-scale">
      <div style={{ background: `linear-gradient(to right, ${steps.map(colour).join(", ")})` }} />
      <p>
        {steps.map((part) => (
          <span key={part}>{(part * largest).toFixed(2)}</span>
        ))}
      </p>
      <figcaption>{label}</figcaption>
    </figure>
  );
}
