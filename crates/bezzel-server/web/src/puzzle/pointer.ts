// Mouse, pen and finger on the squares of a puzzle: strokes of crosses, and queens by a long press or the right button.

import { useMemo, useRef } from "preact/hooks";

import { type Marks, withMark } from "./model";

/** Time after which a press with a finger or a pen is long. */
const LONG_PRESS_MS = 500;

interface Actions {
  marks: Marks;
  /** Shows the marks of a stroke; `isFirst` for the first of them. */
  draw: (marks: Marks, isFirst: boolean) => void;
  /** Sets or clears a queen. */
  queen: (at: number) => void;
}

interface Press {
  at: number;
  pointer: number;
  /** The last place of the pointer, in squares; undefined after it has left the board. */
  last: DOMPoint | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Marks before the stroke, and those that it replaces; undefined until the pointer reaches another square. */
  stroke?: { before: Marks; from: string; to: string; squares: Set<number> };
}

/** Handlers of the group of squares of a board with n rows. */
export function usePointer(n: number, actions: Actions) {
  const latest = useRef(actions);
  latest.current = actions;
  return useMemo(() => handlers(n, () => latest.current), [n]);
}

function handlers(n: number, actions: () => Actions) {
  let press: Press | undefined;
  let kind = "";
  /** True until the click that follows a stroke or a long press. */
  let isUsed = false;
  const end = () => {
    clearTimeout(press?.timer);
    press = undefined;
  };
  const draw = (now: Press, at: number) => {
    const { marks, draw } = actions();
    const from = marks[now.at]!;
    // A stroke from a queen has no meaning.
    if (!now.stroke && from === "Q") return;
    const isFirst = !now.stroke;
    const stroke = (now.stroke ??= { before: marks, from, to: from === "." ? "x" : ".", squares: new Set([now.at]) });
    if (!isFirst && stroke.squares.has(at)) return;
    stroke.squares.add(at);
    isUsed = true;
    clearTimeout(now.timer);
    draw(
      [...stroke.squares].reduce((marks, at) => (marks[at] === stroke.from ? withMark(marks, at, stroke.to) : marks), stroke.before),
      isFirst,
    );
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      end();
      isUsed = false;
      kind = event.pointerType;
      const at = squareAt(event.target, n);
      if (at === undefined || event.button !== 0 || !event.isPrimary) return;
      const hold = () => {
        isUsed = true;
        end();
        actions().queen(at);
      };
      press = { at, pointer: event.pointerId, last: placeOf(event), timer: kind === "mouse" ? undefined : setTimeout(hold, LONG_PRESS_MS) };
    },
    onPointerMove: (event: PointerEvent) => {
      if (!press || event.pointerId !== press.pointer) return;
      // The button was released outside the window.
      if (event.buttons === 0) return end();
      const to = placeOf(event);
      const from = press.last ?? to;
      // A fast pointer leaves out squares.
      const parts = Math.max(1, Math.ceil(3 * Math.hypot(to.x - from.x, to.y - from.y)));
      for (let part = 1; part <= parts; part++) {
        const column = Math.floor(from.x + ((to.x - from.x) * part) / parts);
        const row = Math.floor(from.y + ((to.y - from.y) * part) / parts);
        const isInside = row >= 0 && row < n && column >= 0 && column < n;
        if (isInside && (press.stroke || row * n + column !== press.at)) draw(press, row * n + column);
      }
      press.last = to;
    },
    onPointerLeave: () => {
      if (press) press.last = undefined;
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      const at = squareAt(event.target, n);
      if (at === undefined || event.button !== 2) return;
      event.preventDefault();
      if (kind !== "mouse") return;
      end();
      actions().queen(at);
    },
    // Keys and screen readers click without a pointer.
    onClickCapture: (event: MouseEvent) => {
      if (isUsed && event.detail > 0) event.stopPropagation();
      isUsed = false;
    },
  };
}

/** The place of a pointer in the coordinates of the board, whose squares have side 1. */
function placeOf({ clientX, clientY, currentTarget }: PointerEvent): DOMPoint {
  return new DOMPoint(clientX, clientY).matrixTransform((currentTarget as SVGGElement).getScreenCTM()!.inverse());
}

function squareAt(target: EventTarget | null, n: number): number | undefined {
  const place = target instanceof Element ? target.closest<SVGElement>("[data-at]")?.dataset.at : undefined;
  const [row, column] = (place ?? "").split(" ").map(Number);
  return row === undefined || column === undefined ? undefined : row * n + column;
}
