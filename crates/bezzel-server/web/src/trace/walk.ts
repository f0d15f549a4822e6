// The keys in the whole tree.

import { useLayoutEffect } from "preact/hooks";

import type { Layout, Placed } from "./layout";

/** Makes the tree one tab stop, in which the arrow keys move the focus: along a row, to the parent and to the first child.
 * If `waits` is true, the first square of the next tree gets the focus. */
export function useWalk(svg: { current: SVGSVGElement | null }, layout: Layout, waits: { current: boolean }) {
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
