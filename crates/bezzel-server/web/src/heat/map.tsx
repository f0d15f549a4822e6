// Maps of numbers on a square, in colours of increasing lightness.

import type { Square } from "../api";
import { squaresOf } from "../squares";

const STOPS = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
];

/** Colour of a part from 0 to 1: dark blue, green, yellow. */
function colour(part: number): string {
  const at = Math.min(Math.max(part, 0), 1) * (STOPS.length - 1);
  const low = Math.min(Math.floor(at), STOPS.length - 2);
  const mix = (channel: number) => {
    const [from, to] = [STOPS[low]![channel]!, STOPS[low + 1]![channel]!];
    return Math.round(from + (to - from) * (at - low));
  };
  return `rgb(${mix(0)} ${mix(1)} ${mix(2)})`;
}

/** Coloured squares of a board; `part` is undefined for those that keep their colour. */
export function HeatSquares({ n, part, stale = false }: { n: number; part: (square: Square) => number | undefined; stale?: boolean }) {
  return (
    <g class={`heat-layer ${stale ? "stale" : ""}`}>
      {squaresOf(n).map((square, at) => {
        const { row, column } = square;
        const value = part(square);
        return value === undefined ? null : (
          <rect key={at} x={column + 0.03} y={row + 0.03} width={0.94} height={0.94} fill={colour(value)} />
        );
      })}
    </g>
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
