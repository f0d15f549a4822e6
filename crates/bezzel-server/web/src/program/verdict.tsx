// The verdict: a sentence, likely causes, a table of all n, and the methods of bezzel beside the program.

import { useEffect, useState } from "preact/hooks";

import { api, type Measurement, type MethodName } from "../api";
import { Board } from "../board";
import { METHODS } from "../methods";
import { ErrorMessage, Panel } from "../parts";
import { duration, grouped, useWords } from "../words";
import { placeOf, type Verdicts } from "./judge";
import { sceneOfQueens } from "./replay";
import { useProgramWords } from "./words";

interface Props {
  verdicts: Verdicts;
  /** False if the program was changed since. */
  isCurrent: boolean;
  busy: boolean;
  toLine: (line: number) => void;
}

export function Verdict({ verdicts, isCurrent, busy, toLine }: Props) {
  const words = useWords();
  const says = useProgramWords();
  const { judged, runs } = verdicts;
  const { stopped } = judged;
  const endings = runs.flatMap(({ end }) => (end.by === "program" ? [end.ended] : []));
  // Where n has no solution, a program that prints its solutions prints nothing.
  const called = endings.every(({ called, error }) => called !== undefined || error)
    ? endings.find(({ called }) => called)?.called
    : undefined;
  const kept = endings.find(({ kept }) => kept !== undefined)?.kept;
  const right = judged.right && kept === undefined;
  const worded = (text: { english: string; chinese: string }) => words.numbers.text(text[words.texts]);
  // What the steps show is certain, so nothing is guessed beside it.
  const { shown } = verdicts;
  const causes = shown.length > 0 ? [] : judged.causes;
  const hasMoves = endings.some(({ placed }) => placed > 0);
  const first = judged.runs.find((run) => !run.right);
  const end = runs.find(({ n }) => n === first?.n)?.end;
  const line = end?.by === "program" ? end.ended.error?.line : undefined;
  return (
    <Panel title={says.verdict} class="verdict">
      <p class={right ? "good summary" : "bad summary"} role="status">
        {right ? "✓" : "✗"} {kept && judged.right ? says.kept(called!, kept) : worded(judged.summary)}
      </p>
      {kept && !judged.right && <p class="finding">{says.kept(called!, kept)}</p>}
      {judged.uncalled && <p class="finding">{worded(judged.uncalled)}</p>}
      {verdicts.fixed !== undefined && <p>{says.fixed(verdicts.fixed)}</p>}
      {!isCurrent && <p class="note">{says.changed}</p>}
      {first?.findings.map((finding, at) => (
        <p class="finding" key={at}>
          {words.labelled(`n = ${first.n}`, worded(finding))}{" "}
          {at === 0 && line !== undefined && (
            <button type="button" onClick={() => toLine(line)}>
              {says.toLine(line)}
            </button>
          )}
        </p>
      ))}
      {first?.shown && first.shown.length > 0 && (
        <figure class="shown-board">
          <Board n={first.n} label={words.boardLabel(first.n, first.shown)} {...sceneOfQueens(first.shown)} />
          <figcaption>{says.boardOf(first.n)}</figcaption>
        </figure>
      )}
      {causes.length + shown.length > 0 && (
        <>
          <p>{says.causes(causes.length + shown.length)}</p>
          <ul class="causes">
            {shown.map(({ kind, name, line }, at) => (
              <li key={`shown ${at}`}>
                {says.shownCauses[kind](name, line)}{" "}
                <button type="button" onClick={() => toLine(line)}>
                  {says.toLine(line)}
                </button>
              </li>
            ))}
            {causes.map((cause, at) => (
              <li key={at}>{worded(cause)}</li>
            ))}
          </ul>
        </>
      )}
      {called !== undefined && <p class="note">{says.called(called, true)}</p>}
      <p class="note">{says.prints(worded(judged.kind))}</p>
      <div class="table" tabIndex={0} role="region" aria-label={says.eachN}>
        <table>
          <thead>
            <tr>
              <th scope="col">n</th>
              <th scope="col">{says.solutions}</th>
              <th scope="col">{says.printed}</th>
              {hasMoves && <th scope="col">{says.placed}</th>}
              <th scope="col">{says.time}</th>
              <th scope="col">{says.result}</th>
            </tr>
          </thead>
          <tbody>
            {judged.runs.map((run, at) => {
              const { end } = runs[at]!;
              const printed = [run.boards > 0 && says.boards(run.boards), run.number].filter(Boolean);
              return (
                <tr key={run.n}>
                  <th scope="row">{run.n}</th>
                  <td>{run.expected}</td>
                  <td>{printed.length > 0 ? printed.join(words.comma) : "–"}</td>
                  {hasMoves && <td>{end.by === "program" ? grouped(end.ended.placed) : "–"}</td>}
                  <td>{end.by === "program" ? duration(end.ended.seconds, words) : "–"}</td>
                  <td class={run.right ? "good" : "bad"}>{run.right ? says.right : says.wrong}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {stopped && <p class="note">{worded(stopped)}</p>}
      {(first ?? judged.runs.at(-1))?.notes.map((note, at) => (
        <p class="note" key={at}>
          {worded(note)}
        </p>
      ))}
      {right && !busy && verdicts.mode !== "one" && <Beside verdicts={verdicts} />}
    </Panel>
  );
}

/** The methods that count. */
const COUNTING: MethodName[] = METHODS.filter(({ largest_in_a_second }) => largest_in_a_second !== null).map(({ name }) => name);
/** Races take two to four methods. */
const RACES = Math.ceil(COUNTING.length / 4);
/** Shortest time that has a place among the methods: clocks of browsers are coarse. */
const MIN_PLACED_SECONDS = 0.005;

interface Row {
  name: string;
  tried: number | undefined;
  placed: number | undefined;
  /** Undefined before it is measured, and for a method that would take long. */
  seconds: number | undefined;
}

/** Squares tried and times of the methods, for the largest n of the verdict. */
function Beside({ verdicts }: { verdicts: Verdicts }) {
  const words = useWords();
  const says = useProgramWords();
  const last = verdicts.runs.findLast(({ end }) => end.by === "program" && !end.ended.error)!;
  const { n } = last;
  const [measured, setMeasured] = useState<Measurement[]>([]);
  const [isDone, setDone] = useState(false);
  const [place, setPlace] = useState<{ english: string; chinese: string }>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const abort = new AbortController();
    const tell = (one: Measurement) => one.event === "measured" && one.n === n && setMeasured((before) => [...before, one]);
    const measure = async () => {
      for (let race = 0; race < RACES; race++) {
        const racers = COUNTING.filter((_, at) => at % RACES === race);
        await api.race(racers, n, tell, abort.signal);
      }
      setDone(true);
    };
    measure().catch((error: unknown) => abort.signal.aborted || setError(error));
    return () => abort.abort();
  }, [n]);
  const { seconds, placed } = last.end.by === "program" ? last.end.ended : { seconds: 0, placed: 0 };
  const own = { seconds, placed: placed || undefined };
  const methods = COUNTING.map((method): Row => {
    const found = measured.find((one) => one.event === "measured" && one.method === method);
    const { counters, seconds } = found?.event === "measured" ? found : {};
    return { name: words.methods[method], tried: counters?.tried, placed: counters?.placed, seconds };
  });
  const slowestFirst = (rows: Row[]) => rows.sort((one, other) => (other.seconds ?? Infinity) - (one.seconds ?? Infinity));
  useEffect(() => {
    if (!isDone || own.seconds < MIN_PLACED_SECONDS) return;
    const times = slowestFirst(methods).flatMap(({ name, seconds }): [string, number][] =>
      seconds === undefined ? [] : [[name, seconds]],
    );
    placeOf(own.seconds, times).then(setPlace, setError);
  }, [isDone, words]);
  const rows = slowestFirst([...methods, { name: words.tabs.program, tried: undefined, ...own }]);
  return (
    <section class="beside">
      <h3>{says.beside(n)}</h3>
      <p role="status">{isDone ? place && `${words.labelled(duration(own.seconds, words), place[words.texts])}` : says.measuring}</p>
      <ErrorMessage error={error} />
      <div class="table" tabIndex={0} role="region" aria-label={says.beside(n)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.method}</th>
              <th scope="col">{words.counters.tried}</th>
              <th scope="col">{words.counters.placed}</th>
              <th scope="col">{says.time}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, tried, placed, seconds }) => (
              <tr key={name} class={name === words.tabs.program ? "own" : undefined}>
                <th scope="row">{name}</th>
                <td>{tried === undefined ? "–" : grouped(tried)}</td>
                <td>{placed === undefined ? "–" : grouped(placed)}</td>
                <td>{seconds === undefined ? "–" : duration(seconds, words)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="note">{says.besideNote}</p>
    </section>
  );
}
