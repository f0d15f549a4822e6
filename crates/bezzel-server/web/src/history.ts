// A state that can be undone and redone.

import { useState } from "preact/hooks";
import { useTabKeys } from "./keys";

/** Number of states that are kept for undoing. */
const MAX_KEPT = 500;

interface States<T> {
  past: T[];
  now: T;
  future: T[];
}

export interface History<T> {
  now: T;
  canUndo: boolean;
  canRedo: boolean;
  /** Goes on to another state. */
  change: (next: T) => void;
  /** Goes on to another state in place of the present one. */
  replace: (next: T) => void;
  undo: () => void;
  redo: () => void;
}

/** The states from `first` on, with the keys that undo and redo; `leave` is called before another state comes back. */
export function useHistory<T>(first: () => T, leave: () => void): History<T> {
  const [{ past, now, future }, set] = useState<States<T>>(() => ({ past: [], now: first(), future: [] }));
  const undo = () => {
    leave();
    set((states) => {
      const { past, now, future } = states;
      return past.length > 0 ? { past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future] } : states;
    });
  };
  const redo = () => {
    leave();
    set((states) => {
      const { past, now, future } = states;
      return future.length > 0 ? { past: [...past, now], now: future[0]!, future: future.slice(1) } : states;
    });
  };
  useUndoKeys(undo, redo);
  return {
    now,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    change: (next) => set(({ past, now }) => ({ past: [...past.slice(1 - MAX_KEPT), now], now: next, future: [] })),
    replace: (next) => set((states) => ({ ...states, now: next })),
    undo,
    redo,
  };
}

/** Ctrl+Z undoes; Ctrl+Y and Ctrl+Shift+Z redo. */
function useUndoKeys(undo: () => void, redo: () => void) {
  useTabKeys((event) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    const name = event.key.toLowerCase();
    if (name === "y" || (name === "z" && event.shiftKey)) redo();
    else if (name === "z") undo();
    else return;
    event.preventDefault();
  });
}
