// Counts that the server runs: on all cores and GPUs of its machine, and counts of ledgers.

import { type Dispatch, type StateUpdater, useEffect, useState } from "preact/hooks";

import { useReturn } from "../connection";
import { Button, Check, ErrorMessage, NumberField, Panel, SelectField, useLoaded } from "../parts";
import { useTab } from "../place";
import { type BackendView, type CountView, server } from "../server";
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

/** Returns the counts, loaded whenever `visible` becomes true and when the server is back. */
function useCounts(visible: boolean, failed: (error: unknown) => void) {
  const [counts, setCounts] = useState<CountView[]>();
  const load = () => void server.counts().then(setCounts, failed);
  useEffect(() => {
    if (visible) load();
  }, [visible]);
  useReturn(load);
  return {
    counts,
    load,
    add: (count: CountView) => setCounts((counts = []) => [count, ...counts.filter(({ id }) => id !== count.id)]),
    remove: (id: number) => server.delete(id).then(() => setCounts((counts) => counts?.filter((count) => count.id !== id)), failed),
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
  const { counts, load, add, remove } = useCounts(visible, setError);
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
      <OpenLedger counts={counts} backend={backend || undefined} threads={threads} opened={add} />
      {counts?.length === 0 && <p>{says.none}</p>}
      {counts?.map((count) => (
        <ServerCount key={count.id} first={count} load={load} remove={() => remove(count.id)} />
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

/** Follows a count while it runs. `load` loads the list of counts again. */
function useCount(first: CountView, load: () => void): { count: CountView; lost: boolean; set: Dispatch<StateUpdater<CountView>> } {
  const [count, set] = useState(first);
  const visible = useVisible();
  const [lost, setLost] = useState(false);
  const running = isRunning(count);
  useEffect(() => set(first), [first]);
  useEffect(() => {
    if (!running || !visible) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const source = new EventSource(`/api/counts/${first.id}/events`);
    source.onmessage = (event) => {
      const view = JSON.parse(event.data as string) as CountView;
      // The server closes a finished stream. Without `close` the browser would reconnect.
      if (!isRunning(view)) source.close();
      setLost(false);
      set(view);
    };
    source.onerror = () => {
      setLost(true);
      // The browser has given up: the count was deleted, or the server was restarted.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(load, 1000);
    };
    return () => {
      source.close();
      clearTimeout(timer);
    };
  }, [first, running, visible]);
  return { count, lost, set };
}

function ServerCount({ first, load, remove }: { first: CountView; load: () => void; remove: () => void }) {
  const { count, lost, set } = useCount(first, load);
  const [error, setError] = useState<unknown>();
  return (
    <CountPanel
      count={count}
      lost={lost}
      error={error}
      // The stream may already have reported the end when this answer comes.
      stop={() => void server.stop(count.id).then((view) => set((now) => (isRunning(now) ? view : now)), setError)}
      resume={() => void server.resume(count.id).then(set, setError)}
      remove={remove}
    />
  );
}
