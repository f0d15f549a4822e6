// Counts that the server runs: on all cores and GPUs of its machine, and counts of ledgers.

import { type Dispatch, type StateUpdater, useEffect, useRef, useState } from "preact/hooks";

import { useReturn } from "../connection";
import { Button, Check, ErrorMessage, NumberField, Panel, SelectField, useLoaded } from "../parts";
import { useTab } from "../place";
import { ApiError } from "../problem";
import { type BackendView, type CountView, listen, server } from "../server";
import { storedList, storeList } from "../storage";
import { useWords } from "../words";
import { CountPanel, isRunning } from "./panel";

export const MAX_THREADS = 1024;

/** Returns true while the tab is on the screen. Otherwise it closes its streams: browsers limit connections. */
function useVisible(): boolean {
  const { shown } = useTab();
  const [visible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const changed = () => setVisible(!document.hidden);
    document.addEventListener("visibilitychange", changed);
    return () => document.removeEventListener("visibilitychange", changed);
  }, []);
  return visible && shown;
}

/** Enough of a count to find it again: a restarted server gives the same numbers once more. */
type Known = Pick<CountView, "id" | "n" | "seconds">;

const LOST_KEY = "bezzel-counts";

/** Remembers the counts in the memory of the server; counts of ledgers are in files. */
const remember = (counts: CountView[]) =>
  storeList(
    LOST_KEY,
    counts.filter(({ ledger }) => ledger == null).map(({ id, n, seconds }): Known => ({ id, n, seconds })),
  );

/** Returns the counts, loaded whenever `visible` becomes true and when the server is back. */
function useCounts(visible: boolean, failed: (error: unknown) => void) {
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
      const before = new Map([...storedList<Known>(LOST_KEY, ({ n }) => typeof n === "number"), ...inMemory].map((one) => [one.id, one]));
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

/** The values of the address for a count of the server. */
export interface ServerChoice {
  threads: number | undefined;
  backend: string;
  doubleCheck: boolean;
}

/** The counts of the server, and the choice of a new one for n queens. */
export function ServerCounts({ n, choice, choose }: { n: number; choice: ServerChoice; choose: (choice: ServerChoice) => void }) {
  const words = useWords();
  const says = words.count;
  const { threads, backend, doubleCheck } = choice;
  const [error, setError] = useState<unknown>();
  const { value: backends } = useLoaded(server.backends, 0);
  const names = new Map(backendOptions(backends ?? [], backend, says.fastestCpu));
  const visible = useVisible();
  const { counts, lost, forget, add, remove } = useCounts(visible, setError);
  useReturn(() => setError(undefined));
  const start = () => {
    setError(undefined);
    server.start(n, backend || undefined, threads, doubleCheck).then(add, setError);
  };
  return (
    <>
      <div class="count-form">
        <SelectField
          label={says.backendField}
          value={backend}
          options={[...names.keys()]}
          name={(one) => names.get(one)!}
          onValue={(backend) => choose({ ...choice, backend })}
        />
        <NumberField
          label={says.threads}
          value={threads}
          least={1}
          most={MAX_THREADS}
          placeholder={says.threadsAll}
          onValue={(threads) => choose({ ...choice, threads })}
          onEmpty={() => choose({ ...choice, threads: undefined })}
        />
        <Check label={says.doubleCheck} value={doubleCheck} onValue={(doubleCheck) => choose({ ...choice, doubleCheck })} />
        <Button class="primary" onClick={start} text={says.start} />
      </div>
      {backends && <Features backends={backends} />}
      <ErrorMessage error={error} />
      {lost.length > 0 && (
        <div class="error-message faults" role="alert">
          <p>{says.gone(lost.map(({ n }) => says.of(n)))}</p>
          <Button onClick={forget} text={words.acts.close} />
        </div>
      )}
      <OpenLedger counts={counts} backend={backend || undefined} threads={threads} opened={add} />
      {counts?.length === 0 && <p>{says.none}</p>}
      {counts?.map((count) => (
        <ServerCount key={count.id} first={count} remove={() => remove(count.id)} />
      ))}
    </>
  );
}

/** Choices of backends: the default, each backend, and each GPU together with the fastest CPU backend. */
function backendOptions(backends: BackendView[], chosen: string, fastestCpu: string): [string, string][] {
  const available = backends.filter(({ features }) => lacking(features).length === 0);
  const cpu = available.findLast(({ device }) => device == null)?.backend;
  const options: [string, string][] = [["", fastestCpu]];
  for (const { backend, device } of available) {
    options.push([backend, device == null ? backend : `${backend} (${device})`]);
    if (device != null && cpu) options.push([`${backend},${cpu}`, `${backend} + ${cpu}`]);
  }
  // The address may name other ones, such as `cuda` for all GPUs.
  if (!options.some(([value]) => value === chosen)) options.push([chosen, chosen]);
  return options;
}

/** The CPU features that a backend needs and this CPU lacks. */
function lacking(features: BackendView["features"]): string[] {
  return Object.keys(features).filter((name) => !features[name]);
}

/** The CPU backends with the features that each needs, or those that the CPU lacks. */
function Features({ backends }: { backends: BackendView[] }) {
  const says = useWords().count;
  return (
    <details class="no-print">
      <summary>{says.features}</summary>
      <ul>
        {backends
          .filter(({ device }) => device == null)
          .map(({ backend, features }) => (
            <li key={backend}>
              <code>{backend}</code>: {says.featuresOf(Object.keys(features), lacking(features))}
            </li>
          ))}
      </ul>
    </details>
  );
}

interface OpenLedgerProps {
  counts: CountView[] | undefined;
  backend: string | undefined;
  threads: number | undefined;
  opened: (count: CountView) => void;
}

/** Ledgers in the ledger directory of the server. They are counted on the chosen backend. */
function OpenLedger({ counts, backend, threads, opened }: OpenLedgerProps) {
  const says = useWords().count;
  const { value } = useLoaded(server.ledgers, 0);
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState("");
  const open = (file: string) => {
    setError(undefined);
    setBusy(file);
    server
      .open(file, backend, threads)
      .then(opened, setError)
      .finally(() => setBusy(""));
  };
  if (!value) return null;
  return (
    <Panel title={says.ledgers} class="no-print">
      {!value.directory && <p class="note">{says.noDirectory}</p>}
      {value.directory && value.ledgers.length === 0 && <p class="note">{says.emptyDirectory}</p>}
      {value.ledgers.length > 0 && <p class="note">{says.ledgerEngines}</p>}
      <ul class="ledgers">
        {value.ledgers.map(({ file }) => (
          <li key={file}>
            <code>{file}</code>
            {counts?.some((count) => count.ledger === file) ? (
              <span class="badge">{says.isOpen}</span>
            ) : (
              <Button
                disabled={busy !== ""}
                onClick={() => open(file)}
                aria-label={`${says.open} ${file}`}
                text={busy === file ? says.opening : says.open}
              />
            )}
          </li>
        ))}
      </ul>
      <ErrorMessage error={error} />
    </Panel>
  );
}

/** Follows a count while it runs and reconnects if the connection breaks. */
function useCount(first: CountView): { count: CountView; lost: boolean; gone: unknown; set: Dispatch<StateUpdater<CountView>> } {
  const [count, set] = useState(first);
  const visible = useVisible();
  const [lost, setLost] = useState(false);
  const [gone, setGone] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const running = isRunning(count);
  useEffect(() => set(first), [first]);
  useEffect(() => {
    if (!running || !visible || gone) return;
    let latest = count;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onView = (view: CountView) => {
      latest = view;
      setLost(false);
      set(view);
    };
    // A stream does not report why it ended; a restarted server does not know the count.
    const again = () =>
      server
        .count(first.id)
        .then(onView, (error: unknown) => {
          if (error instanceof ApiError && error.code === "not-found") setGone(error);
        })
        .finally(() => setTries((tries) => tries + 1));
    const close = listen<CountView>(`/api/counts/${first.id}/events`, onView, () => {
      if (!isRunning(latest)) return;
      setLost(true);
      timer = setTimeout(again, 1000);
    });
    return () => {
      close();
      clearTimeout(timer);
    };
  }, [running, visible, tries, gone]);
  return { count, lost, gone, set };
}

function ServerCount({ first, remove }: { first: CountView; remove: () => void }) {
  const { count, lost, gone, set } = useCount(first);
  const [error, setError] = useState<unknown>();
  return (
    <CountPanel
      count={count}
      lost={lost && !gone}
      error={gone ?? error}
      // The stream may already have reported the end when this answer comes.
      stop={() => void server.stop(count.id).then((view) => set((now) => (isRunning(now) ? view : now)), setError)}
      resume={() => void server.resume(count.id).then(set, setError)}
      remove={remove}
    />
  );
}
