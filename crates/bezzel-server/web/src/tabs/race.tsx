// Race tab: methods side by side, then measured.

import { useEffect, useRef, useState } from "preact/hooks";

import { LIMITS, type MethodName } from "../api";
import { Button, ErrorMessage, NumberField, Panel, Table, useOpened } from "../parts";
import { type AddressReader, useAddress, useTitle } from "../place";
import { RunBoard } from "../player";
import { Legend, LogPlot } from "../plot";
import { type Measured, useRaces } from "../races";
import { useRun } from "../run";
import { duration, grouped, useWords } from "../words";
import { COUNTING } from "../words/methods";

const DEFAULT_RACERS: MethodName[] = ["slope-test", "diagonal-markers", "linked-columns", "bitmask"];

function readAddress(address: AddressReader) {
  const text = address.text("methods");
  const asked = text === null || text === "" ? [] : text.split(",");
  const unknown = asked.filter((name, at) => !COUNTING.some((known) => known === name) || asked.indexOf(name) < at);
  const known = COUNTING.filter((name) => asked.includes(name));
  const chosen = known.length >= 2 && known.length <= 4 ? known : DEFAULT_RACERS;
  const isFault = unknown.length > 0 || (text !== null && chosen !== known);
  if (isFault) address.fault({ name: "methods", value: text ?? "", accepted: { names: COUNTING }, used: chosen.join(", ") });
  const n = address.whole("n", 1, LIMITS.steps, 6);
  const largest = address.whole("largest", 4, LIMITS.steps, 11);
  return { chosen, n, largest };
}

export function Race({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const says = words.race;
  const [first, faults] = useOpened(query, readAddress);
  const [chosen, setChosen] = useState(first.chosen);
  const [n, setSize] = useState(first.n);
  const [largest, setLargest] = useState(first.largest);
  // Number of the race; each start increments it.
  const [race, setRace] = useState(0);
  // The race whose measurements have ended.
  const [finished, setFinished] = useState(0);
  useAddress({ methods: chosen.join(","), n, largest });
  useTitle(words.tabs.race);
  const toggle = (name: MethodName) => {
    setRace(0);
    const next = chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name];
    setChosen(next);
  };
  const fits = chosen.length >= 2 && chosen.length <= 4;
  return (
    <div class="race">
      {faults}
      <p class="note">{says.intro}</p>
      <fieldset>
        <legend>{says.racers}</legend>
        <div class="racers">
          {COUNTING.map((name) => (
            <label key={name} class="chip" title={words.ideas[name]}>
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                disabled={!chosen.includes(name) && chosen.length >= 4}
                onChange={() => toggle(name)}
              />
              {words.methods[name]}
            </label>
          ))}
        </div>
      </fieldset>
      <div class="count-form">
        <NumberField
          label={words.queens}
          value={n}
          least={1}
          most={LIMITS.steps}
          onValue={(n) => {
            setRace(0);
            setSize(n);
          }}
        />
        <NumberField label={says.upTo} value={largest} least={4} most={LIMITS.steps} onValue={setLargest} />
        <Button
          class="primary"
          disabled={!fits}
          onClick={() => setRace(race + 1)}
          text={race === 0 ? says.start : finished === race ? says.again : says.restart}
        />
      </div>
      {!fits && (
        <p class="error-message" role="alert">
          {says.tooFew}
        </p>
      )}
      {fits && (
        <Tracks
          key={`${race} ${n} ${chosen}`}
          methods={chosen}
          n={n}
          largest={largest}
          going={race > 0}
          onFinished={() => setFinished(race)}
        />
      )}
    </div>
  );
}

function Tracks(props: { methods: MethodName[]; n: number; largest: number; going: boolean; onFinished: () => void }) {
  const { methods, n, largest, going, onFinished } = props;
  const says = useWords().race;
  const [ended, setEnded] = useState<MethodName[]>([]);
  const [lengths, setLengths] = useState<number[]>([]);
  /** Largest n of the measurements; undefined before them. */
  const [upTo, setUpTo] = useState<number>();
  const measuring = upTo !== undefined;
  const races = useRaces(measuring ? [{ methods, n: upTo }] : undefined);
  const { measured, finished } = races;
  // The shortest run takes about five seconds.
  const speed = lengths.length === methods.length ? Math.min(2000, Math.max(8, Math.round(Math.min(...lengths) / 5))) : 0;
  useEffect(() => {
    if (ended.length === methods.length) setUpTo((before) => before ?? largest);
  }, [ended]);
  useEffect(() => {
    if (finished) onFinished();
  }, [finished]);
  const ranked = ranking(methods, measured);
  return (
    <>
      <div class="tracks">
        {methods.map((method) => (
          <Track
            key={method}
            method={method}
            n={n}
            speed={going && !measuring ? speed : 0}
            ended={ended.includes(method)}
            rank={ranked?.ranks.get(method)}
            rankedAt={ranked?.n}
            onLength={(length) => setLengths((lengths) => [...lengths, length])}
            onEnd={() => setEnded((ended) => (ended.includes(method) ? ended : [...ended, method]))}
          />
        ))}
      </div>
      {going && !measuring && (
        <p>
          <Button onClick={() => setUpTo(largest)} text={says.measure} />
        </p>
      )}
      <p class="note">{says.ranking}</p>
      {measuring && <Measurements methods={methods} {...races} />}
    </>
  );
}

interface TrackProps {
  method: MethodName;
  n: number;
  /** Steps per second; 0 means paused. */
  speed: number;
  ended: boolean;
  rank: { place: number; seconds: number } | undefined;
  /** Size at which the times are compared. */
  rankedAt: number | undefined;
  onLength: (steps: number) => void;
  onEnd: () => void;
}

function Track({ method, n, speed, ended, rank, rankedAt, onLength, onEnd }: TrackProps) {
  const words = useWords();
  const run = useRun(method, n);
  /** The counters of the last step. */
  const counters = useRef(run.shown.step?.counters);
  useEffect(() => {
    if (run.length) onLength(run.length.shown);
  }, [run.length]);
  useEffect(() => {
    if (speed > 0) run.setSpeed(speed);
    run.play(speed > 0);
  }, [speed]);
  useEffect(() => {
    if (run.notice !== "ended") return;
    onEnd();
    counters.current = run.shown.step?.counters;
    // The last step of a run leaves the board empty.
    run.solution(true);
  }, [run.notice]);
  const length = run.length?.shown ?? 1;
  return (
    <Panel title={words.methods[method]} class={`track ${rank?.place === 1 ? "first" : ""}`}>
      <p class="note">{words.ideas[method]}</p>
      <RunBoard run={run} labels={false} />
      <progress max={length} value={ended ? length : run.shown.at} aria-label={words.methods[method]} />
      <p role="status">
        {ended
          ? words.race.finished(grouped(length))
          : words.race.running(grouped(run.shown.at), run.length?.steps == null ? "…" : grouped(length))}
        {rankedAt !== undefined && (
          <strong class="rank">
            {rank ? words.race.rank(rank.place, duration(rank.seconds, words), rankedAt) : words.race.unranked(rankedAt)}
          </strong>
        )}
      </p>
      <p class="note">
        {(["tried", "solutions"] as const)
          .map((name) => words.labelled(words.counters[name], grouped((ended ? counters.current : run.shown.step?.counters)?.[name] ?? 0)))
          .join(words.comma)}
      </p>
    </Panel>
  );
}

/** Ranks the methods by their time at the largest n that all of them were measured at. */
function ranking(methods: MethodName[], measured: Measured[]) {
  const timesAt = (n: number) => measured.filter((one) => one.n === n);
  const sizes = new Set(measured.map(({ n }) => n));
  const common = [...sizes].filter((n) => timesAt(n).length === methods.length);
  if (common.length === 0) return undefined;
  const n = Math.max(...common);
  const times = timesAt(n).toSorted((a, b) => a.seconds - b.seconds);
  const ranks = new Map(times.map(({ method, seconds }, at) => [method, { place: at + 1, seconds }] as const));
  return { n, ranks };
}

/** What the tutorials claim: the n that a method counts within some seconds. */
const CLAIMS = [
  { tutorial: "D", method: "diagonal-markers", n: 12, seconds: 1 },
  { tutorial: "D", method: "mirrored-markers", n: 13, seconds: 1 },
  { tutorial: "D", method: "linked-columns", n: 15, seconds: 1 },
  { tutorial: "C", method: "bitmask", n: 16, seconds: 10 },
] as const;

/** What the tutorials claim, with the answer and the time on this machine. */
function Report() {
  const words = useWords();
  const says = words.race.report;
  const [going, setGoing] = useState(0);
  const races = CLAIMS.map(({ method, n }) => ({ methods: [method], n, only: true }));
  const { measured: claims, finished, error } = useRaces(going > 0 ? races : undefined, going);
  const isMeasuring = going > 0 && !finished;
  const line = (one: Measured) =>
    says.line(words.methods[one.method as MethodName], grouped(one.counters.solutions), duration(one.seconds, words));
  return (
    <Panel title={says.title} class="report">
      <p>{says.claims}</p>
      <ul role="status">
        {CLAIMS.map(({ tutorial, method, n, seconds }) => {
          const claim = claims.find((one) => one.method === method);
          return (
            <li key={method}>
              {says.claim(tutorial, words.methods[method], n, seconds)}
              {claim && (
                <>
                  <br />
                  {line(claim)} {says.verdict(claim.seconds <= seconds)}
                </>
              )}
            </li>
          );
        })}
      </ul>
      {claims.length < CLAIMS.length && (
        <Button disabled={isMeasuring} onClick={() => setGoing(going + 1)} text={isMeasuring ? words.working : says.start} />
      )}
      <ErrorMessage error={error} />
    </Panel>
  );
}

function Measurements({ methods, measured, skipped, finished, error }: { methods: MethodName[] } & ReturnType<typeof useRaces>) {
  const words = useWords();
  const says = words.race;
  const series = (value: (one: Measured) => number) =>
    methods.map((name) => ({
      name: words.methods[name],
      points: measured.filter((one) => one.method === name).map((one): [number, number] => [one.n, value(one)]),
    }));
  return (
    <>
      <p class="note">
        {says.measured} {!finished && <em>{says.measuring}</em>}
      </p>
      <ErrorMessage error={error} />
      <Legend names={methods.map((name) => words.methods[name])} />
      <div class="plots">
        <Panel title={says.times}>
          <LogPlot label={says.times} series={series((one) => one.seconds)} text={(value) => duration(value, words)} />
        </Panel>
        <Panel title={says.work}>
          <LogPlot label={says.work} series={series((one) => one.counters.tried)} text={(value) => grouped(value)} />
        </Panel>
      </div>
      {finished && <Report />}
      {skipped.map(({ method, n }) => (
        <p key={method} class="note">
          {words.labelled(words.methods[method as MethodName], says.skipped(n))}
        </p>
      ))}
      <details>
        <summary>{says.table}</summary>
        <Table
          label={says.table}
          heads={["n", words.method, words.counters.solutions, says.times, words.counters.tried, words.counters.tests]}
          texts={[1]}
          rows={measured.map(({ n, method, counters, seconds }) => ({
            key: `${method} ${n}`,
            cells: [
              n,
              words.methods[method as MethodName],
              grouped(counters.solutions),
              duration(seconds, words),
              grouped(counters.tried),
              grouped(counters.tests),
            ],
          }))}
        />
      </details>
    </>
  );
}
