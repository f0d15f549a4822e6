// The verdict: a sentence, likely causes, a table of all n, and the methods of bezzel beside the program.

import { useEffect, useState } from "preact/hooks";

import { Board } from "../board";
import { Button, ErrorMessage, Panel, Table } from "../parts";
import { racesOf, useRaces } from "../races";
import { sceneOfQueens } from "../scene";
import { duration, grouped, useWords } from "../words";
import { COUNTING } from "../words/methods";
import { placeOf, type Verdicts } from "./judge";
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
  const { judged, runs, isLast } = verdicts;
  const { stopped } = judged;
  const endings = runs.flatMap(({ end }) => (end.by === "program" ? [end.ended] : []));
  // Where n has no solution, a program that prints its solutions prints nothing.
  const called = endings.every(({ called, error }) => called !== undefined || error)
    ? endings.find(({ called }) => called)?.called
    : undefined;
  const kept = endings.find(({ kept }) => kept !== undefined)?.kept;
  const isRight = judged.right && kept === undefined;
  const right = isRight && isLast;
  // What the steps show is certain, so nothing is guessed beside it.
  const { shown } = verdicts;
  const causes = shown.length > 0 ? [] : judged.causes;
  const hasMoves = endings.some(({ placed }) => placed > 0);
  const first = judged.runs.find((run) => !run.right);
  const isOpen = !right && !first && kept === undefined;
  const end = runs.find(({ n }) => n === first?.n)?.end;
  const error = end?.by === "program" ? end.ended.error : undefined;
  const line = error?.line;
  if (error?.other)
    return (
      <Panel title={says.verdict} class="verdict">
        <p class="bad summary" role="status">
          ✗ {says.otherLanguage(error.other)}
        </p>
      </Panel>
    );
  return (
    <Panel title={says.verdict} class="verdict">
      <p class={right ? "good summary" : isOpen ? "summary" : "bad summary"} role="status">
        {right ? "✓ " : isOpen ? "" : "✗ "}
        {isRight && !isLast && says.soFar}
        {kept && judged.right ? says.kept(called!, kept) : words.written(judged.summary)}
        {!judged.right && !first && says.chooseOne(says.expected, says.modes.one)}
      </p>
      {kept && !judged.right && <p class="finding">{says.kept(called!, kept)}</p>}
      {judged.uncalled && <p class="finding">{words.written(judged.uncalled)}</p>}
      {verdicts.fixed !== undefined && <p>{says.fixed(verdicts.fixed)}</p>}
      {!isCurrent && <p class="note">{says.changed}</p>}
      {first?.findings.map((finding, at) => (
        <p class="finding" key={at}>
          {words.labelled(`n = ${first.n}`, words.written(finding))}{" "}
          {at === 0 && line !== undefined && <Button onClick={() => toLine(line)} text={says.toLine(line)} />}
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
                {says.shownCauses[kind](name, line)} <Button onClick={() => toLine(line)} text={says.toLine(line)} />
              </li>
            ))}
            {causes.map((cause, at) => (
              <li key={at}>{words.written(cause)}</li>
            ))}
          </ul>
        </>
      )}
      {called !== undefined && <p class="note">{says.called(called, true)}</p>}
      {judged.kind && called === undefined && <p class="note">{says.prints(words.written(judged.kind))}</p>}
      <Table
        label={says.eachN}
        named
        heads={[
          "n",
          words.count.solutions,
          called === undefined ? says.printed : says.returned,
          ...(hasMoves ? [says.placed] : []),
          words.table.time,
          says.result,
        ]}
        rows={judged.runs.map((run, at) => {
          const { end } = runs[at]!;
          const ended = end.by === "program" ? end.ended : undefined;
          const printed = [run.boards > 0 && says.boards(run.boards), run.number].filter(Boolean);
          const cells = [
            run.n,
            run.expected,
            printed.length > 0 ? printed.join(words.comma) : run.right || ended?.called !== undefined ? 0 : "–",
            ...(hasMoves ? [ended ? grouped(ended.placed) : "–"] : []),
            ended ? duration(ended.seconds, words) : "–",
            <span key="verdict" class={run.right ? "good" : "bad"}>
              {run.right ? says.right : says.wrong}
            </span>,
          ];
          return { key: run.n, cells };
        })}
      />
      {stopped && <p class="note">{words.written(stopped)}</p>}
      {(first ?? judged.runs.at(-1))?.notes.map((note, at) => (
        <p class="note" key={at}>
          {words.written(note)}
        </p>
      ))}
      {right && !busy && verdicts.mode !== "one" && <Beside verdicts={verdicts} />}
    </Panel>
  );
}

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
  const { measured, finished, error } = useRaces(racesOf(n));
  const [place, setPlace] = useState<{ english: string; chinese: string }>();
  const [placeError, setPlaceError] = useState<unknown>();
  const isDone = finished && error === undefined;
  const { seconds, placed } = last.end.by === "program" ? last.end.ended : { seconds: 0, placed: 0 };
  const own = { seconds, placed: placed || undefined };
  const methods = COUNTING.map((method): Row => {
    const { counters, seconds } = measured.find((one) => one.method === method && one.n === n) ?? {};
    return { name: words.methods[method], tried: counters?.tried, placed: counters?.placed, seconds };
  });
  const slowestFirst = (rows: Row[]) => rows.sort((one, other) => (other.seconds ?? Infinity) - (one.seconds ?? Infinity));
  useEffect(() => {
    if (!isDone || own.seconds < MIN_PLACED_SECONDS) return;
    const times = slowestFirst(methods).flatMap(({ name, seconds }): [string, number][] =>
      seconds === undefined ? [] : [[name, seconds]],
    );
    placeOf(own.seconds, times).then(setPlace, setPlaceError);
  }, [isDone, words]);
  const known = (seconds: number | undefined) => (seconds === undefined ? "–" : duration(seconds, words));
  const rows = slowestFirst([...methods, { name: words.tabs.program, tried: undefined, ...own }]);
  return (
    <section class="beside">
      <h3>{says.beside(n)}</h3>
      <p role="status">{isDone ? place && `${words.labelled(duration(own.seconds, words), place[words.texts])}` : says.measuring}</p>
      <ErrorMessage error={error ?? placeError} />
      <Table
        label={says.beside(n)}
        named
        heads={[words.method, words.counters.tried, words.counters.placed, words.table.time]}
        rows={rows.map(({ name, tried, placed, seconds }) => ({
          key: name,
          class: name === words.tabs.program ? "own" : undefined,
          cells: [name, ...[tried, placed].map((count) => (count === undefined ? "–" : grouped(count))), known(seconds)],
        }))}
      />
      <p class="note">{says.besideNote}</p>
    </section>
  );
}
