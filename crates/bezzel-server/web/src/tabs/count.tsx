// Count tab: counts that run on the server, with live progress.

import { useEffect, useMemo, useState, type Dispatch, type StateUpdater } from "preact/hooks";

import { api, listen, ApiError, type BackendView, type CountView, type PublishedTotal } from "../api";
import { AddressFaults, InstallNote, NumberField, Panel, ErrorMessage, SelectField, useLoaded } from "../parts";
import { AddressReader, useAddress, useTab, useTitle } from "../place";
import { useReturn } from "../connection";
import { useCounts } from "../counts";
import { SITE } from "../site";
import { RatePlot } from "../plot";
import { duration, grouped, useWords } from "../words";

const MAX_N = 27;
const MAX_THREADS = 256;

function readAddress(query: URLSearchParams) {
  const address = new AddressReader(query);
  const n = address.whole("n", 1, MAX_N, 16);
  const threads = address.whole("threads", 1, MAX_THREADS, undefined);
  const backend = address.text("backend") ?? "";
  const doubleCheck = address.one("twice", ["0", "1"], "0") === "1";
  return { n, threads, backend, doubleCheck, faults: address.finish() };
}

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

export function Count({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const says = words.count;
  const first = useMemo(() => readAddress(query), []);
  const [n, setSize] = useState(first.n);
  const [threads, setThreads] = useState(first.threads);
  const [backend, setBackend] = useState(first.backend);
  const [doubleCheck, setDoubleCheck] = useState(first.doubleCheck);
  const [error, setError] = useState<unknown>();
  const { value: records } = useLoaded(api.records, 0);
  const { value: backends } = useLoaded(api.backends, 0);
  useTitle(words.tabs.count);
  useAddress({ n, ...(backend ? { backend } : {}), ...(threads ? { threads } : {}), ...(doubleCheck ? { twice: 1 } : {}) });
  const visible = useVisible();
  const { counts, lost, forget, add, remove } = useCounts(visible, setError);
  useReturn(() => setError(undefined));
  const start = () => {
    setError(undefined);
    api.start(n, backend || undefined, threads, doubleCheck).then(add, setError);
  };
  return (
    <div class="counts">
      {SITE && <InstallNote />}
      <AddressFaults faults={first.faults} />
      <p class="note">{says.intro}</p>
      <div class="count-form">
        <NumberField label={words.queens} value={n} least={1} most={MAX_N} onValue={setSize} />
        <SelectField
          label={says.backendField}
          value={backend}
          options={backendOptions(backends ?? [], backend, says.fastestCpu)}
          onValue={setBackend}
        />
        <NumberField
          label={says.threads}
          value={threads}
          least={1}
          most={MAX_THREADS}
          placeholder={says.threadsAll}
          onValue={setThreads}
          onEmpty={() => setThreads(undefined)}
        />
        <label class="check">
          <input type="checkbox" checked={doubleCheck} onChange={(event) => setDoubleCheck(event.currentTarget.checked)} />
          {says.doubleCheck}
        </label>
        <button type="button" class="primary" onClick={start}>
          {says.start}
        </button>
      </div>
      <Known record={records?.find((record) => record.n === n)} n={n} />
      <ErrorMessage error={error} />
      {lost.length > 0 && (
        <div class="error-message faults" role="alert">
          <p>{says.gone(lost.map(({ n }) => says.of(n)))}</p>
          <button type="button" onClick={forget}>
            {words.address.close}
          </button>
        </div>
      )}
      <OpenCampaign counts={counts} backend={backend || undefined} threads={threads} opened={add} />
      {counts?.length === 0 && <p>{says.none}</p>}
      {counts?.map((count) => (
        <CountPanel key={count.id} first={count} record={records?.find((record) => record.n === count.n)} remove={() => remove(count.id)} />
      ))}
      {records && <History records={records} />}
    </div>
  );
}

/** Choices of backends: the default, each backend, and each GPU together with the fastest CPU backend. */
function backendOptions(backends: BackendView[], chosen: string, fastestCpu: string): [string, string][] {
  const cpu = backends.findLast(({ device }) => device == null)?.backend;
  const options: [string, string][] = [["", fastestCpu]];
  for (const { backend, device, is_cpu } of backends) {
    options.push([backend, device == null ? backend : `${backend} (${device})`]);
    if (!is_cpu && cpu) options.push([`${backend},${cpu}`, `${backend} + ${cpu}`]);
  }
  // The address may name other ones, such as `cuda` for all GPUs.
  if (!options.some(([value]) => value === chosen)) options.push([chosen, chosen]);
  return options;
}

/** Published value for this n. */
function Known({ record, n }: { record: PublishedTotal | undefined; n: number }) {
  const words = useWords();
  if (!record) return null;
  const how = record.how ? (words.code === "en" ? record.how.en : record.how.zh) : "";
  const by = record.by ? ` (${[record.by, record.year, how].filter(Boolean).join("; ")})` : "";
  return (
    <p class="note">
      {words.count.known(`${words.count.of(n)} = ${grouped(record.solutions)}`, by)}
      {record.cpu_seconds != null && " · "}
      <ByBezzel record={record} />
    </p>
  );
}

/** CPU time of a bezzel campaign, if there was one. */
function ByBezzel({ record }: { record: PublishedTotal }) {
  const words = useWords();
  if (record.cpu_seconds == null) return null;
  return <small class="note">{words.count.byBezzel(duration(record.cpu_seconds, words))}</small>;
}

interface OpenCampaignProps {
  counts: CountView[] | undefined;
  backend: string | undefined;
  threads: number | undefined;
  opened: (count: CountView) => void;
}

/** Ledgers in the campaign directory of the server. They are counted on the chosen backend. */
function OpenCampaign({ counts, backend, threads, opened }: OpenCampaignProps) {
  const says = useWords().count;
  const { value } = useLoaded(api.campaigns, 0);
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState("");
  const open = (file: string) => {
    setError(undefined);
    setBusy(file);
    api.open(file, backend, threads).then(opened, setError).finally(() => setBusy(""));
  };
  if (!value) return null;
  return (
    <Panel title={says.campaigns} class="no-print">
      {!value.directory && <p class="note">{says.noDirectory}</p>}
      {value.directory && value.campaigns.length === 0 && <p class="note">{says.emptyDirectory}</p>}
      {value.campaigns.length > 0 && <p class="note">{says.campaignEngines}</p>}
      <ul class="campaigns">
        {value.campaigns.map(({ file }) => (
          <li key={file}>
            <code>{file}</code>
            {counts?.some((count) => count.campaign === file) ? (
              <span class="badge">{says.isOpen}</span>
            ) : (
              <button type="button" disabled={busy !== ""} onClick={() => open(file)} aria-label={`${says.open} ${file}`}>
                {busy === file ? says.opening : says.open}
              </button>
            )}
          </li>
        ))}
      </ul>
      <ErrorMessage error={error} />
    </Panel>
  );
}

const isRunning = ({ state }: CountView) => state === "running" || state === "stopping";

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
      api.count(first.id).then(onView, (error: unknown) => {
        if (error instanceof ApiError && error.code === "not-found") setGone(error);
      }).finally(() => setTries((tries) => tries + 1));
    const close = listen<CountView>(`/api/counts/${first.id}/events`, {}, onView, () => {
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

function CountPanel({ first, record, remove }: { first: CountView; record: PublishedTotal | undefined; remove: () => void }) {
  const words = useWords();
  const says = words.count;
  const { count, lost, gone, set } = useCount(first);
  const [error, setError] = useState<unknown>();
  const { state, total } = count;
  // The stream may already have reported the end when this answer comes.
  const stop = () => api.stop(count.id).then((view) => set((now) => (isRunning(now) ? view : now)), setError);
  return (
    <Panel
      title={says.of(count.n)}
      class="count"
      aside={<span class={`badge ${state}`}>{says.states[state]}</span>}
    >
      {total ? (
        <>
          <p class="total" role="status">
            {grouped(total.solutions)}
          </p>
          <p class="count-head">
            {total.fundamental != null && <span>{says.fundamental(total.fundamental)}</span>}
            {count.rates.length > 0 && <span>{says.took(duration(count.seconds, words))}</span>}
            <span>{says.coreTime(duration(count.core_seconds, words))}</span>
            {record && count.board == null && (
              <strong class={record.solutions === total.solutions ? "good" : "bad"}>
                {record.solutions === total.solutions ? says.agrees : says.differs}
              </strong>
            )}
            {count.double_check && <span class="good">{says.checked}</span>}
          </p>
        </>
      ) : (
        <>
          <progress max={1} value={count.fraction} aria-label={says.of(count.n)} />
          <p class="count-head" role="status">
            <strong>{(100 * count.fraction).toFixed(1)} %</strong>
            <span>{says.elapsed(duration(count.seconds, words))}</span>
            {count.remaining_seconds != null && <span>{says.left(duration(count.remaining_seconds, words))}</span>}
            {lost && !gone && <em>{says.lost}</em>}
          </p>
        </>
      )}
      {(count.failure ?? count.warning) && (
        <p class="error-message">
          {count.failure ? says.failure : says.warning} <small lang="en">{count.failure ?? count.warning}</small>
        </p>
      )}
      <ErrorMessage error={gone ?? error} />
      <p class="count-head note">
        <span>{says.units(grouped(count.units_done), count.units)}</span>
        <span>{says.backend(count.backend, count.threads)}</span>
        {count.campaign && <span>{says.campaign(count.campaign)}</span>}
        {count.board != null && <span class="given-board">{says.board(count.board)}</span>}
      </p>
      <div class="count-grid">
        <figure>
          <UnitMap count={count} />
          <figcaption>{says.map}</figcaption>
        </figure>
        {count.rates.length > 0 && (
          <figure>
            <RatePlot label={says.rate} points={count.rates} text={(rate) => rate.toExponential(1)} time={(seconds) => duration(seconds, words)} />
            <figcaption>{says.rate}</figcaption>
          </figure>
        )}
        {total && <ByColour values={total.by_black_queens} />}
      </div>
      <div class="row-of" style={{ marginTop: ".8rem" }}>
        {(state === "running" || state === "stopping") && (
          <button type="button" disabled={state === "stopping"} onClick={stop}>
            {says.stop}
          </button>
        )}
        {state === "stopped" && (
          <button type="button" class="primary" onClick={() => api.resume(count.id).then(set, setError)}>
            {says.resume}
          </button>
        )}
        <button type="button" onClick={remove}>
          {count.campaign ? says.close : says.delete}
        </button>
      </div>
    </Panel>
  );
}

function UnitMap({ count }: { count: CountView }) {
  const says = useWords().count;
  const cells = count.map.length;
  const across = Math.max(1, Math.ceil(Math.sqrt(cells * 2.6)));
  const down = Math.ceil(cells / across);
  const label = says.units(grouped(count.units_done), count.units);
  return (
    <svg class="unit-map" viewBox={`-.1 -.1 ${across + 0.2} ${down + 0.2}`} role="img" aria-label={label}>
      {count.map.map(({ done, running }, index) => {
        const [x, y] = [index % across, Math.floor(index / across)];
        return (
          <g key={index}>
            <rect x={x + 0.08} y={y + 0.08} width={0.84} height={0.84} rx={0.12} />
            {done > 0 && <rect class="fill" x={x + 0.08} y={y + 0.08 + 0.84 * (1 - done)} width={0.84} height={0.84 * done} rx={0.12} />}
            {running && <rect class="running" x={x + 0.12} y={y + 0.12} width={0.76} height={0.76} rx={0.12} />}
          </g>
        );
      })}
    </svg>
  );
}

/** Bar chart of the solutions with 0, 1, 2, … queens on black squares. */
function ByColour({ values }: { values: string[] }) {
  const says = useWords().count;
  const numbers = values.map(Number);
  const most = Math.max(...numbers, 1);
  return (
    <figure>
      <svg class="plot bars" viewBox={`0 0 ${numbers.length * 20} 120`} role="img" aria-label={says.byColour}>
        {numbers.map((number, queens) => (
          <g key={queens}>
            <title>{`${queens}: ${grouped(values[queens] ?? "0")}`}</title>
            <rect x={queens * 20 + 3} width={14} y={100 - 95 * (number / most)} height={95 * (number / most)} />
            <text x={queens * 20 + 10} y={115} text-anchor="middle">
              {queens}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>{says.byColour}</figcaption>
    </figure>
  );
}

function History({ records }: { records: PublishedTotal[] }) {
  const words = useWords();
  const says = words.count;
  return (
    <Panel title={says.history}>
      <p class="note">{says.historyHelp}</p>
      <div class="table" tabIndex={0} role="region" aria-label={says.historyHelp}>
        <table>
          <thead>
            <tr>
              <th>n</th>
              <th>{says.solutions}</th>
              <th>{says.fundamentalHead}</th>
              <th class="text">{says.who}</th>
              <th class="text">{says.source}</th>
            </tr>
          </thead>
          <tbody>
            {records.toReversed().map((record) => (
              <tr key={record.n}>
                <td>{record.n}</td>
                <td>{grouped(record.solutions)}</td>
                <td>{grouped(record.fundamental)}</td>
                <td class="text">
                  {record.by ?? ""} {record.year ? `(${record.year})` : ""}
                  {record.how && <small class="note"> {words.code === "en" ? record.how.en : record.how.zh}</small>}{" "}
                  <ByBezzel record={record} />
                </td>
                <td class="text">
                  <a href={record.source} rel="noreferrer noopener" target="_blank">
                    {new URL(record.source).hostname}
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="note">{says.unknown}</p>
    </Panel>
  );
}
