// The board as SVG; each square has side 1.

import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import { useRef, useState } from "preact/hooks";

import outline from "../../../bezzel/src/queen.json";
import type { Line, Square } from "./api";
import { useTabKeys } from "./keys";
import { has, same, upTo } from "./squares";
import { useNumbering, useWords } from "./words";

/** Mark of a square. Marks differ in shape, not only in colour. */
export type Mark =
  | "tried"
  | "candidate"
  | "probed"
  | "rejected"
  | "attacker"
  | "placed"
  | "removed"
  | "conflict"
  | "hint"
  | "attacked"
  | "blocked"
  | "outside";

export interface Ray {
  from: Square;
  to: Square;
  line?: Line;
}

interface Props {
  n: number;
  queens: Square[];
  label: string;
  marks?: [Square, Mark][];
  rays?: Ray[];
  row?: number | null;
  solved?: boolean;
  labels?: boolean;
  /** Queens on odd squares of the colour split, drawn as outlines. */
  ghosts?: Square[];
  onSquare?: (square: Square) => void;
  /** Called with the square under the pointer or with the focus. */
  onPoint?: ((square: Square) => void) | undefined;
  /** Drawn below the marks. */
  layer?: ComponentChildren;
  /** Additional label of a square for screen readers. */
  names?: ((square: Square) => string) | undefined;
  children?: ComponentChildren;
}

export function Queen({ at, kind = "" }: { at: Square; kind?: string }) {
  return <path class={`queen ${kind}`} d={outline} transform={`translate(${at.column} ${at.row})`} />;
}

/** The chequered background; one path holds all dark squares. */
export const Ground = memo(function Ground({ n }: { n: number }) {
  const dark = upTo(n).flatMap((row) => upTo(n).flatMap((column) => ((row + column) % 2 ? [`M${column} ${row}h1v1h-1z`] : [])));
  return (
    <>
      <rect class="light" width={n} height={n} />
      <path class="dark" d={dark.join("")} shape-rendering="crispEdges" />
      <rect class="frame" width={n} height={n} />
    </>
  );
});

const Labels = memo(function Labels({ n, first }: { n: number; first: number }) {
  return (
    <g class="labels" aria-hidden="true">
      {upTo(n).flatMap((k) => [
        <text key={`c${k}`} x={k + 0.5} y={-0.22}>
          {k + first}
        </text>,
        <text key={`r${k}`} x={-0.35} y={k + 0.62}>
          {k + first}
        </text>,
      ])}
    </g>
  );
});

export function MarkOf({ at: { row, column }, mark }: { at: Square; mark: Mark }) {
  const x = column + 0.5;
  const y = row + 0.5;
  const corner = { x: column + 0.04, y: row + 0.04, width: 0.92, height: 0.92, rx: 0.08 };
  switch (mark) {
    case "attacked":
      return <circle class="mark attacked" cx={x} cy={y} r={0.09} />;
    case "candidate":
      return <circle class="mark candidate" cx={x} cy={y} r={0.26} />;
    case "blocked":
      return (
        <g class="mark blocked">
          <rect {...corner} />
          <path d={`M${column + 0.22} ${row + 0.22}l.56 .56m0 -.56l-.56 .56`} />
        </g>
      );
    case "outside":
      return <path class="mark outside" d={`M${column} ${row + 1}l1 -1`} />;
    case "rejected":
      return (
        <g class="mark rejected">
          <rect {...corner} />
          <path d={`M${column + 0.3} ${row + 0.3}l.4 .4m0 -.4l-.4 .4`} />
        </g>
      );
    case "conflict":
      return <path class="mark conflict" d={`M${x} ${row + 0.02}l.48 .48l-.48 .48l-.48 -.48z`} />;
    case "hint":
      return <path class="mark hint" d={`M${x} ${row + 0.2}v.6m-.3 -.3h.6`} />;
    default:
      return <rect class={`mark ${mark}`} {...corner} />;
  }
}

function RayOf({ from, to }: Ray) {
  const [x1, y1, x2, y2] = [from.column + 0.5, from.row + 0.5, to.column + 0.5, to.row + 0.5];
  return <line class="ray" x1={x1} y1={y1} x2={x2} y2={y2} />;
}

export function Board(props: Props) {
  const { n, queens, marks = [], rays = [], row, labels = true } = props;
  const { first } = useNumbering();
  const margin = labels ? 0.7 : 0.06;
  const box = `${-margin} ${-margin} ${n + margin + 0.06} ${n + margin + 0.06}`;
  return (
    <svg class={`board ${props.solved ? "solved" : ""}`} viewBox={box} role={props.onSquare ? "group" : "img"} aria-label={props.label}>
      <Ground n={n} />
      {labels && <Labels n={n} first={first} />}
      {props.layer}
      {row !== null && row !== undefined && row < n && <rect class="row" y={row} width={n} height={1} />}
      {marks.map(([at, mark]) => (
        <MarkOf key={`${mark} ${at.row} ${at.column}`} at={at} mark={mark} />
      ))}
      {rays.map((ray) => (
        <RayOf key={`${ray.from.row} ${ray.from.column} ${ray.to.row} ${ray.to.column}`} {...ray} />
      ))}
      {props.ghosts?.map((at) => (
        <Queen key={`g${at.row} ${at.column}`} at={at} kind="ghost" />
      ))}
      {queens.map((at) => (
        <Queen key={`${at.row} ${at.column}`} at={at} />
      ))}
      {props.children}
      {props.onSquare && <Squares n={n} queens={queens} marks={marks} names={props.names} choose={props.onSquare} point={props.onPoint} />}
    </svg>
  );
}

/** Clickable squares: one tab stop; arrow keys move the focus. */
export function Squares(props: {
  n: number;
  queens: Square[];
  marks: [Square, Mark][];
  names?: ((square: Square) => string) | undefined;
  choose: (square: Square) => void;
  point?: ((square: Square) => void) | undefined;
  /** Handles another key on a square; returns true if it has. With it, keys act on the tab's squares wherever the focus is. */
  onKey?: ((key: string, square: Square) => boolean) | undefined;
}) {
  const { n, queens, choose, names, point } = props;
  const marked = new Map(props.marks.map(([at, mark]) => [`${at.row} ${at.column}`, mark]));
  const words = useWords();
  const [at, setAt] = useState<Square>({ row: 0, column: 0 });
  const group = useRef<SVGGElement>(null);
  const here = { row: Math.min(at.row, n - 1), column: Math.min(at.column, n - 1) };
  const move = (square: Square) => {
    setAt(square);
    group.current?.querySelector<SVGElement>(`[data-at="${square.row} ${square.column}"]`)?.focus();
  };
  useTabKeys((event) => {
    const isOther = !(event.target instanceof Element && event.target.closest("select, input:not([type=checkbox])"));
    if (!props.onKey || !isOther || event.altKey || event.ctrlKey || event.metaKey || ["Enter", " ", "Home", "End"].includes(event.key))
      return;
    press(event);
    if (event.defaultPrevented && !group.current?.contains(document.activeElement)) move(here);
  });
  const press = (event: KeyboardEvent) => {
    const { row, column } = here;
    const to = {
      ArrowUp: { row: row - 1, column },
      ArrowDown: { row: row + 1, column },
      ArrowLeft: { row, column: column - 1 },
      ArrowRight: { row, column: column + 1 },
      Home: { row, column: 0 },
      End: { row, column: n - 1 },
    }[event.key];
    if (to) {
      if (to.row >= 0 && to.row < n && to.column >= 0 && to.column < n) move(to);
    } else if (event.key === "Enter" || event.key === " ") choose(here);
    else if (event.ctrlKey || event.metaKey || !props.onKey?.(event.key, here)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <g ref={group} class="squares" onKeyDown={press}>
      {upTo(n).flatMap((row) =>
        upTo(n).map((column) => {
          const square = { row, column };
          const taken = has(queens, square);
          const where = words.square(row, column, marked.get(`${row} ${column}`));
          return (
            <rect
              key={`${row} ${column}`}
              data-at={`${row} ${column}`}
              x={column}
              y={row}
              width={1}
              height={1}
              role="button"
              aria-pressed={taken}
              aria-label={names ? words.labelled(where, names(square)) : where}
              tabindex={same(here, square) ? 0 : -1}
              onFocus={() => {
                setAt(square);
                point?.(square);
              }}
              onPointerEnter={() => point?.(square)}
              onClick={() => {
                setAt(square);
                choose(square);
              }}
            />
          );
        }),
      )}
    </g>
  );
}
