// The whole decision tree of a run. Above n = 5 it is folded below two levels; a click on a folded
// square opens its part. Squares that the current step has not reached yet are pale.

import { memo } from "preact/compat";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { api, type Decision } from "../api";
import { Button, ErrorMessage, useLoaded } from "../parts";
import type { Run } from "../run";
import { described } from "../treeview";
import { useWords, type Words } from "../words";
import { type Layout, layoutOf, onBoard, type Placed, type Strip, stripsOf } from "./layout";

/** Largest n whose tree is shown to the last row. */
const MAX_WHOLE_N = 5;
const FOLDED_LEVELS = 2;
const ZOOMS = [6, 9, 13, 18, 26, 36];
const USUAL_ZOOM = 3;
const LEVEL_HEIGHT = 46;
const MARGIN = { left: 58, top: 54 };
/** Width of the strips into which a tree is cut on paper, at the size of the screen. */
const STRIP_WIDTH = 900;
/** Space of half a square at both ends of a strip. */
const PAD = 12;

export function WholeTree({ run }: { run: Run }) {
  const words = useWords();
  const says = words.lesson.tree;
  const { method, n, board } = run;
  const [roots, setRoots] = useState<Decision[]>([]);
  const waits = useRef(false);
  const [zoom, setZoom] = useState(USUAL_ZOOM);
  useEffect(() => setRoots([]), [method, n, board]);
  const root = roots.at(-1);
  const depth = n <= MAX_WHOLE_N ? n : FOLDED_LEVELS;
  const { value, error } = useLoaded(() => api.tree({ method, n, board }, depth, root?.step), `${method} ${n} ${board} ${root?.step}`);
  const layout = useMemo(() => (value ? layoutOf(value.nodes) : undefined), [value]);
  const go = (node: Decision) => {
    run.play(false);
    run.seek(node.step + 1);
  };
  return (
    <div class="whole-tree">
      <div class="tree-tools">
        <Button aria-label={says.smaller} title={says.smaller} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)} text="−" />
        <Button
          aria-label={says.larger}
          title={says.larger}
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
          text="+"
        />
        {root && <Button onClick={() => setRoots(roots.slice(0, -1))} text={says.up} />}
        {root && <span class="note">{says.below(roots.map(({ square }) => words.at(square)))}</span>}
      </div>
      <ErrorMessage error={error} />
      {layout && (
        <Drawing
          waits={waits}
          layout={layout}
          base={roots.length}
          unit={ZOOMS[zoom]!}
          run={run}
          go={go}
          open={(node) => setRoots([...roots, node])}
        />
      )}
      {value && !value.complete && <p class="note">{says.incomplete}</p>}
      <p class="note">{n <= MAX_WHOLE_N ? says.help : says.foldedHelp}</p>
    </div>
  );
}

interface DrawingProps {
  /** True if the first square is to get the focus. */
  waits: { current: boolean };
  layout: Layout;
  /** Number of queens above the first level. */
  base: number;
  unit: number;
  run: Run;
  go: (node: Decision) => void;
  open: (node: Decision) => void;
}

function Drawing({ waits, layout, base, unit, run, go, open }: DrawingProps) {
  const words = useWords();
  const svg = useRef<SVGSVGElement>(null);
  const { at, step } = run.shown;
  // Classes are set without drawing again, as a tree may have thousands of squares.
  useLayoutEffect(() => {
    const path = onBoard(layout.nodes, at, step?.queens ?? []);
    const elements = svg.current!.querySelectorAll<SVGGElement>("[data-node]");
    for (const element of elements) {
      const { node, index } = layout.nodes[Number(element.dataset.node)]!;
      element.classList.toggle("seen", node.step < at);
      element.classList.toggle("open", path.has(index));
      element.classList.toggle("now", node.step === at - 1);
    }
  }, [layout, at, step, unit, words]);
  const find = (event: Event) => {
    const element = (event.target as Element).closest<SVGGElement>("[data-node]");
    return element ? layout.nodes[Number(element.dataset.node)] : undefined;
  };
  const press = (event: Event) => {
    const one = find(event);
    if (!one) return;
    if ((event.target as Element).closest(".unfold")) open(one.node);
    else go(one.node);
  };
  const walk = useWalk(svg, layout, waits);
  const key = (event: KeyboardEvent) => {
    const one = find(event);
    if (!one || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === "Enter" || event.key === " ") go(one.node);
    else if (!walk.by(event.key, one)) {
      if (event.key === "ArrowDown" && one.node.result === "placed" && one.node.folded) {
        waits.current = true;
        open(one.node);
      } else if (!event.key.startsWith("Arrow")) return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const width = layout.width * unit + MARGIN.left + 10;
  const height = layout.levels * LEVEL_HEIGHT + MARGIN.top + 30;
  const strips = useMemo(() => stripsOf(layout, STRIP_WIDTH / unit), [layout, unit]);
  const id = useId();
  return (
    // Not on the drawing: Chromium gives the focus to an SVG element that listens to it.
    <div
      class="tree-scroll"
      tabIndex={0}
      role="group"
      aria-label={words.lesson.tree.name}
      onKeyDown={key}
      onFocusIn={(event) => walk.at(find(event))}
    >
      <svg ref={svg} class="decisions" width={width} height={height} viewBox={`0 0 ${width} ${height}`} onClick={press}>
        <Levels layout={layout} base={base} words={words} />
        <Nodes layout={layout} strips={strips} id={id} unit={unit} words={words} />
      </svg>
      <div class="tree-strips" aria-hidden="true">
        {strips.map(({ from, to }, at) => (
          <svg key={at} viewBox={`0 0 ${(to - from) * unit + MARGIN.left + 2 * PAD} ${height}`}>
            <Levels layout={layout} base={base} words={words} />
            <svg
              x={MARGIN.left}
              width={(to - from) * unit + 2 * PAD}
              height={height}
              viewBox={`${MARGIN.left + from * unit - PAD} 0 ${(to - from) * unit + 2 * PAD} ${height}`}
            >
              <use href={`#${id}-edges-${at}`} />
              <use href={`#${id}-nodes-${at}`} />
            </svg>
          </svg>
        ))}
      </div>
    </div>
  );
}

/** Makes the tree one tab stop, in which the arrow keys move the focus: along a row, to the parent and to the first child.
 * If `waits` is true, the first square of the next tree gets the focus. */
function useWalk(svg: { current: SVGSVGElement | null }, layout: Layout, waits: { current: boolean }) {
  const reach = (index: number) => {
    const all = svg.current!;
    all.querySelector("[data-node][tabindex='0']")?.setAttribute("tabindex", "-1");
    const element = all.querySelector<SVGGElement>(`[data-node="${index}"]`);
    element?.setAttribute("tabindex", "0");
    return element;
  };
  // Without drawing again, as a tree may have thousands of squares.
  useLayoutEffect(() => {
    const first = reach(0);
    if (waits.current) first?.focus();
    waits.current = false;
  }, [layout]);
  const to = (key: string, one: Placed): Placed | undefined => {
    const row = layout.nodes.filter(({ level }) => level === one.level).sort((a, b) => a.x - b.x);
    switch (key) {
      case "ArrowRight":
        return row[row.indexOf(one) + 1];
      case "ArrowLeft":
        return row[row.indexOf(one) - 1];
      case "ArrowUp":
        return one.parent ?? undefined;
      case "ArrowDown":
        return layout.nodes.find(({ parent }) => parent === one);
    }
    return undefined;
  };
  return {
    /** Notes the square that has the focus. */
    at: (one: Placed | undefined) => one && reach(one.index),
    /** Moves the focus; false if there is no square in this direction. */
    by: (key: string, one: Placed): boolean => {
      const next = to(key, one);
      if (next) reach(next.index)?.focus();
      return next !== undefined;
    },
  };
}

const y = (level: number) => MARGIN.top + level * LEVEL_HEIGHT;

/** Names of the rows, on the left. */
const Levels = memo(function Levels({ layout, base, words }: { layout: Layout; base: number; words: Words }) {
  const rows = Array.from({ length: layout.levels }, (_, level) => {
    const here = new Set(layout.nodes.filter((one) => one.level === level).map(({ node }) => node.square.row));
    return here.size === 1 ? [...here][0] : undefined;
  });
  return (
    <>
      {rows.map((row, level) => (
        <text key={level} class="level" x={4} y={y(level) + 14}>
          {row === undefined ? words.lesson.tree.queen(base + level) : words.lesson.tree.row(row)}
        </text>
      ))}
    </>
  );
});

const Nodes = memo(function Nodes({
  layout,
  strips,
  id,
  unit,
  words,
}: {
  layout: Layout;
  strips: Strip[];
  id: string;
  unit: number;
  words: Words;
}) {
  const x = (at: number) => MARGIN.left + at * unit;
  const top = { x: x(layout.width / 2), y: y(0) - 34 };
  return (
    <>
      {strips.map(({ edges }, at) => (
        <g key={at} id={`${id}-edges-${at}`} class="tree-strip">
          {edges.map((one) => {
            const from = one.parent ? { x: x(one.parent.x), y: y(one.parent.level) + 10 } : top;
            return <line key={one.index} class={`edge ${one.node.result}`} x1={from.x} y1={from.y} x2={x(one.x)} y2={y(one.level) + 10} />;
          })}
        </g>
      ))}
      {strips.map(({ nodes }, at) => (
        <g key={at} id={`${id}-nodes-${at}`} class="tree-strip">
          {nodes.map((one) => (
            <Node key={one.index} one={one} x={x(one.x)} y={y(one.level) + 10} unit={unit} words={words} />
          ))}
        </g>
      ))}
    </>
  );
});

function Node({ one, x, y, unit, words }: { one: Placed; x: number; y: number; unit: number; words: Words }) {
  const { node } = one;
  const r = Math.min(unit * 0.42, 11);
  const isPlaced = node.result === "placed";
  const solved = isPlaced && node.solutions > 0;
  return (
    <g
      data-node={one.index}
      class={`decision ${node.result} ${solved ? "solved" : ""}`}
      role="button"
      tabindex={-1}
      aria-label={described(node, words)}
    >
      <title>{described(node, words)}</title>
      <circle cx={x} cy={y} r={isPlaced ? r : r * 0.6} />
      {node.result === "rejected" && (
        <path d={`M${x - r / 3} ${y - r / 3}l${(2 * r) / 3} ${(2 * r) / 3}m0 ${(-2 * r) / 3}l${(-2 * r) / 3} ${(2 * r) / 3}`} />
      )}
      {isPlaced && unit >= 13 && (
        <text x={x} y={y + r * 0.38} style={{ fontSize: `${r * 1.1}px` }}>
          {words.numbers.shown(node.square.column)}
        </text>
      )}
      {isPlaced && node.folded && (
        <g class="unfold">
          <title>{words.lesson.tree.unfold(node.placed)}</title>
          <path d={`M${x} ${y + r}l${r} ${1.5 * r}h${-2 * r}z`} />
          <text x={x} y={y + 2.4 * r} style={{ fontSize: `${r}px` }}>
            +
          </text>
        </g>
      )}
    </g>
  );
}
