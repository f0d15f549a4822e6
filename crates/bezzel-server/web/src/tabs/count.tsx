// Count tab: counts with live progress, in the browser and on the server.

import { useEffect, useRef, useState } from "preact/hooks";

import { CORES } from "../api";
import { forget, isElsewhere, type LocalCount, LocalRun, MAX_LOCAL_N, savedSizes, whenFree } from "../count/local";
import { CountPanel } from "../count/panel";
import { History, Known, RECORDS } from "../count/records";
import { MAX_THREADS, type ServerChoice, ServerCounts } from "../count/server";
import { Button, ErrorMessage, NumberField, Panel, useOpened } from "../parts";
import { type AddressReader, useAddress, useTitle } from "../place";
import { SERVED } from "../server";
import { useWords } from "../words";

const MAX_N = 27;

function readAddress(address: AddressReader) {
  const n = address.whole("n", 1, MAX_N, 16);
  const threads = address.whole("threads", 1, MAX_THREADS, undefined);
  const backend = address.text("backend") ?? "";
  const doubleCheck = address.one("twice", ["0", "1"], "0") === "1";
  return { n, choice: { threads, backend, doubleCheck } };
}

export function Count({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const says = words.count;
  const [first, faults] = useOpened(query, readAddress);
  const [n, setSize] = useState(first.n);
  const [choice, choose] = useState<ServerChoice>(first.choice);
  const { backend, threads, doubleCheck } = choice;
  useTitle(words.tabs.count);
  useAddress({ n, ...(backend ? { backend } : {}), ...(threads ? { threads } : {}), ...(doubleCheck ? { twice: 1 } : {}) });
  return (
    <div class="counts">
      {faults}
      <p class="note">{says.intro}</p>
      <div class="count-form">
        <NumberField label={words.queens} value={n} least={1} most={MAX_N} onValue={setSize} />
      </div>
      <Known record={RECORDS.find((record) => record.n === n)} n={n} />
      <Panel title={says.here.title}>
        <BrowserCount n={n} />
      </Panel>
      {SERVED && (
        <Panel title={says.server}>
          <p class="note">{says.serverNote}</p>
          <ServerCounts n={n} choice={choice} choose={choose} />
        </Panel>
      )}
      <History />
    </div>
  );
}

/** The counts that another window is counting, among those that were left or asked for. Sets `left` when one has ended. */
function useElsewhere(own: { current: LocalRun | undefined }, setLeft: (sizes: number[]) => void) {
  const [sizes, setSizes] = useState<number[]>([]);
  const closed = useRef(new AbortController());
  const has = async (n: number) => {
    if (!(await isElsewhere(n, own.current))) return false;
    setSizes((sizes) => (sizes.includes(n) ? sizes : [...sizes, n]));
    const ended = () => {
      setLeft(savedSizes());
      setSizes((sizes) => sizes.filter((other) => other !== n));
    };
    whenFree(n, closed.current.signal).then(ended, () => undefined);
    return true;
  };
  useEffect(() => {
    for (const n of savedSizes()) void has(n);
    return () => closed.current.abort();
  }, []);
  return { sizes, has };
}

/** Starts a count of n queens here, and shows it; a count that was left is offered again. */
function BrowserCount({ n }: { n: number }) {
  const words = useWords();
  const says = words.count.here;
  const [workers, setWorkers] = useState(CORES);
  const [count, setCount] = useState<LocalCount>();
  const view = count?.view;
  const [error, setError] = useState<unknown>();
  const [left, setLeft] = useState(savedSizes);
  const run = useRef<LocalRun>(undefined);
  const elsewhere = useElsewhere(run, setLeft);
  useEffect(() => () => run.current?.stop(), []);
  const start = async (n: number) => {
    setError(undefined);
    if (await elsewhere.has(n)) return;
    run.current?.stop();
    setLeft((before) => before.filter((other) => other !== n));
    const started = new LocalRun(n, workers, (count) => run.current === started && setCount(count));
    run.current = started;
    started.run().catch((error: unknown) => run.current === started && setError(error));
  };
  const remove = (n: number) => {
    if (view?.n === n) run.current?.discard();
    run.current = undefined;
    forget(n);
    setCount(undefined);
    setLeft((before) => before.filter((other) => other !== n));
  };
  const isRunning = view?.state === "running";
  return (
    <>
      <div class="count-form">
        <NumberField label={says.workers} value={workers} least={1} most={Math.max(64, CORES)} onValue={setWorkers} />
        <Button class="primary" disabled={n > MAX_LOCAL_N || isRunning} onClick={() => start(n)} text={says.start} />
      </div>
      <p class="note">
        {n > MAX_LOCAL_N ? says.tooLarge(MAX_LOCAL_N) : says.note}
        {SERVED && words.space + says.faster}
      </p>
      <ErrorMessage error={error} />
      {elsewhere.sizes.map((other) => (
        <p key={other}>{says.elsewhere(other)}</p>
      ))}
      {left
        .filter((other) => other !== view?.n && !elsewhere.sizes.includes(other))
        .map((other) => (
          <p key={other} class="row-of">
            {says.left(other)}
            <Button onClick={() => start(other)} text={says.resume(other)} />
            <Button onClick={() => remove(other)} text={says.remove(other)} />
          </p>
        ))}
      {view && (
        <CountPanel
          count={view}
          error={count?.error}
          stop={() => run.current?.stop()}
          resume={() => start(view.n)}
          remove={() => remove(view.n)}
        />
      )}
      {view?.total && <p class="note">{says.checks(view.units)}</p>}
      {count?.isUnsaved && <p class="error-message">{says.unsaved}</p>}
    </>
  );
}
