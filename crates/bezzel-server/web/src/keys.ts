// Keys that act wherever the focus is. Tabs that were left stay in the page, and their keys rest.

import { useLayoutEffect, useRef } from "preact/hooks";

import { useTab } from "./place";

/** Elements in which the keys write text. */
const TEXT_FIELDS = "input:not([type=range], [type=checkbox], [type=radio]), textarea, [contenteditable]";

/** Handles keys while the tab is on the screen, except in fields for text. */
export function useTabKeys(press: (event: KeyboardEvent) => void) {
  const { shown } = useTab();
  const latest = useRef(press);
  latest.current = press;
  // A layout effect, so that keys work as soon as the tab is on the screen.
  useLayoutEffect(() => {
    if (!shown) return;
    const handle = (event: KeyboardEvent) => {
      if (!(event.target instanceof Element && event.target.closest(TEXT_FIELDS))) latest.current(event);
    };
    addEventListener("keydown", handle);
    return () => removeEventListener("keydown", handle);
  }, [shown]);
}
