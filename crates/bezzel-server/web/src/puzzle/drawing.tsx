// The board of a puzzle: colours, patterns and thick lines tell the regions apart.

import type { ComponentChildren, SVGAttributes } from "preact";
import { memo } from "preact/compat";

import palette from "../../../../bezzel-puzzle/src/palette.json";
import type { Square } from "../api";
import { Queen, Squares } from "../board";
import { upTo } from "../squares";
import { useNumbering } from "../words";
import { letterOf, type Marks, type Puzzle, queensIn, type Step, squareOf } from "./model";
import "./puzzle.css";

const path = (squares: number[], n: number) => squares.map((at) => `M${at % n} ${Math.floor(at / n)}h1v1h-1z`).join("");

/** Colours, patterns and lines of the regions. The names of patterns differ between the boards of a page. */
const Regions = memo(function Regions({ puzzle, name }: { puzzle: Puzzle; name: string }) {
  const { n, regions } = puzzle;
  const squares = upTo(n * n);
  const lines = { thin: "", thick: `M0 0H${n}V${n}H0z` };
  for (const at of squares) {
    const { row, column } = squareOf(at, n);
    if (column < n - 1) lines[regions[at] === regions[at + 1] ? "thin" : "thick"] += `M${column + 1} ${row}v1`;
    if (row < n - 1) lines[regions[at] === regions[at + n] ? "thin" : "thick"] += `M${column} ${row + 1}h1`;
  }
  return (
    <g class="regions">
      <defs>
        {upTo(n).map((region) => (
          <pattern key={region} id={`${name}-${region}`} width="1" height="1" patternUnits="userSpaceOnUse">
            <path class="region-pattern" d={patternOf(region)} />
          </pattern>
        ))}
      </defs>
      {upTo(n).map((region) => {
        const own = squares.filter((at) => regions[at] === region);
        const { row, column } = squareOf(own[0]!, n);
        return (
          <g key={region}>
            <path d={path(own, n)} fill={palette.colours[region % palette.colours.length]} />
            <path d={path(own, n)} fill={`url(#${name}-${region})`} />
            <text class="region-letter" x={column + 0.08} y={row + 0.28}>
              {letterOf(region)}
            </text>
          </g>
        );
      })}
      <path class="thin" d={lines.thin} />
      <path class="thick" d={lines.thick} />
    </g>
  );
});

/** Pattern of a region; beyond the number of colours, a region has another pattern than the one with the same colour. */
function patternOf(region: number): string | undefined {
  const count = palette.patterns.length;
  return palette.patterns[(region + (count / 2) * Math.floor(region / count)) % count];
}

export interface Looks {
  /** Squares of the units that a hint names; the others are shaded. */
  lit?: number[];
  /** A step with its argument. */
  step?: Step | undefined;
  /** Wrong or clashing marks. */
  bad?: number[];
}

interface Props {
  puzzle: Puzzle;
  marks: Marks;
  label: string;
  name: string;
  /** Crosses that the page has set. */
  automatic?: Marks;
  looks?: Looks;
  solved?: boolean;
  onSquare?: (at: number) => void;
  onKey?: (key: string, at: number) => boolean;
  /** Handlers of pointers on the squares. */
  pointer?: SVGAttributes<SVGGElement>;
  /** Region and mark of a square, for screen readers. */
  names?: (at: number) => string;
  children?: ComponentChildren;
}

export function PuzzleBoard({ puzzle, marks, label, name, automatic = marks, looks = {}, solved, onSquare, onKey, pointer, names }: Props) {
  const { n } = puzzle;
  const { shown } = useNumbering();
  const queens = queensIn(marks).map((at) => squareOf(at, n));
  const crosses = [...automatic].flatMap((mark, at) => (mark === "x" ? [at] : []));
  const cross = ({ row, column }: Square) => `M${column + 0.36} ${row + 0.36}l.28 .28m0 -.28l-.28 .28`;
  const decided = looks.step?.step;
  return (
    <svg
      class={`board puzzle-board ${solved ? "solved" : ""}`}
      viewBox={`-.4 -.4 ${n + 0.46} ${n + 0.46}`}
      role={onSquare ? "group" : "img"}
      aria-label={label}
    >
      {upTo(n).map((k) => (
        <g key={k} class="puzzle-number" aria-hidden="true">
          <text x={k + 0.5} y="-.14">
            {shown(k)}
          </text>
          <text x="-.24" y={k + 0.6}>
            {shown(k)}
          </text>
        </g>
      ))}
      <Regions puzzle={puzzle} name={name} />
      {looks.lit && <Shade n={n} lit={looks.lit} />}
      {looks.step?.because.map(({ row, column }) => (
        <rect key={`${row} ${column}`} class="puzzle-because" x={column + 0.09} y={row + 0.09} width=".82" height=".82" />
      ))}
      {looks.bad?.map((at) => (
        <rect key={at} class="puzzle-bad" x={(at % n) + 0.07} y={Math.floor(at / n) + 0.07} width=".86" height=".86" />
      ))}
      {crosses.map((at) => (
        <path key={at} class={marks[at] === "x" ? "puzzle-cross" : "puzzle-cross automatic"} d={cross(squareOf(at, n))} />
      ))}
      {decided &&
        "rule_out" in decided &&
        decided.rule_out.map((at) => <path key={`${at.row} ${at.column}`} class="puzzle-cross proposed" d={cross(at)} />)}
      {queens.map((at) => (
        <Queen key={`${at.row} ${at.column}`} at={at} />
      ))}
      {decided && "place" in decided && <Queen at={decided.place} kind="proposed" />}
      {onSquare && (
        <g {...pointer}>
          <Squares
            n={n}
            queens={queens}
            marks={[]}
            names={names && (({ row, column }) => names(row * n + column))}
            choose={({ row, column }) => onSquare(row * n + column)}
            onKey={onKey && ((key, { row, column }) => onKey(key, row * n + column))}
          />
        </g>
      )}
    </svg>
  );
}

/** Shades all squares but these. */
function Shade({ n, lit }: { n: number; lit: number[] }) {
  const others = upTo(n * n).filter((at) => !lit.includes(at));
  return <path class="puzzle-shade" d={path(others, n)} />;
}
