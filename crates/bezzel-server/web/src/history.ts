// A state that can be undone and redone.

import { useMemo, useState } from "preact/hooks";

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

export function useHistory<T>(first: () => T): History<T> {
  const [{ past, now, future }, set] = useState<States<T>>(() => ({ past: [], now: first(), future: [] }));
  const actions = useMemo(
    () => ({
      change: (next: T) => set(({ past, now }) => ({ past: [...past.slice(1 - MAX_KEPT), now], now: next, future: [] })),
      replace: (next: T) => set((states) => ({ ...states, now: next })),
      undo: () =>
        set((states) =>
          states.past.length > 0
            ? { past: states.past.slice(0, -1), now: states.past.at(-1)!, future: [states.now, ...states.future] }
            : states,
        ),
      redo: () =>
        set((states) =>
          states.future.length > 0
            ? { past: [...states.past, states.now], now: states.future[0]!, future: states.future.slice(1) }
            : states,
        ),
    }),
    [],
  );
  return { now, canUndo: past.length > 0, canRedo: future.length > 0, ...actions };
}
