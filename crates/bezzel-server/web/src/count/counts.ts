// The counts of the server, and those that it had and no longer has: they end with the server.

import { useEffect, useRef, useState } from "preact/hooks";
import { useReturn } from "../connection";
import { type CountView, server } from "../server";
import { storedList, storeList } from "../storage";

/** Enough of a count to find it again: a restarted server gives the same numbers once more. */
type Known = Pick<CountView, "id" | "n" | "seconds">;

const KEY = "bezzel-counts";

/** Remembers the counts in the memory of the server; those of ledgers are in files. */
const remember = (counts: CountView[]) =>
  storeList(
    KEY,
    counts.filter(({ ledger }) => ledger == null).map(({ id, n, seconds }): Known => ({ id, n, seconds })),
  );

/** Returns the counts, loaded whenever `visible` becomes true and when the server is back. */
export function useCounts(visible: boolean, failed: (error: unknown) => void) {
  const [counts, setCounts] = useState<CountView[]>();
  const [lost, setLost] = useState<Known[]>([]);
  const latest = useRef<CountView[]>([]);
  const set = (next: CountView[]) => {
    latest.current = next;
    remember(next);
    setCounts(next);
  };
  const load = () =>
    server.counts().then((now) => {
      const inMemory = latest.current.filter(({ ledger }) => ledger == null);
      const before = new Map([...storedList<Known>(KEY, ({ n }) => typeof n === "number"), ...inMemory].map((one) => [one.id, one]));
      const isThere = ({ id, n, seconds }: Known) => now.some((one) => one.id === id && one.n === n && one.seconds >= seconds);
      const gone = [...before.values()].filter((one) => !isThere(one));
      if (gone.length > 0) setLost(gone);
      set(now);
    }, failed);
  useEffect(() => {
    if (visible) void load();
  }, [visible]);
  useReturn(() => void load());
  return {
    counts,
    lost,
    forget: () => setLost([]),
    add: (count: CountView) => set([count, ...latest.current.filter(({ id }) => id !== count.id)]),
    remove: (id: number) => server.delete(id).then(() => set(latest.current.filter((count) => count.id !== id)), failed),
  };
}
