// Race tab: methods side by side, then measured.

import { useEffect, useState } from "preact/hooks";

import { api, listen, whyEnded, type MethodName, type MethodView, type RaceMessage } from "../api";
import { NumberField, Panel, ErrorMessage, useLoaded } from "../parts";
import { useAddress, whole } from "../place";
import { Legend, LogPlot } from "../plot";
import { RunBoard } from "../player";
import { useRun } from "../run";
import { duration, grouped, useWords } from "../words";

const MAX_N = 16;

export function Race({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const { value: methods, error } = useLoaded(api.methods, 0);
  if (!methods) return error ? <ErrorMessage error={error} /> : <p>{words.loading}</p>;
  return <Grid methods={methods} query={query} />;
}

function Grid({ methods, query }: { methods: MethodView[]; query: URLSearchParams }) {
  const words = useWords();
  const says = words.race;
  const names = methods.map((method) => method.name as MethodName);
  const asked = (query.get("methods") ?? "").split(",");
  const known = names.filter((name) => asked.includes(name)).slice(0, 4);
  const [chosen, setChosen] = useState<MethodName[]>(
    known.length >= 2 ? known : ["slope-test", "diagonal-markers", "linked-columns", "bitmask"],
  );
  const [n, setSize] = useState(whole(query.get("n"), 1, MAX_N, 6));
  const [largest, setLargest] = useState(whole(query.get("largest"), 4, MAX_N, 11));
  // Number of the race; each start increments it.
  const [race, setRace] = useState(0);
  useAddress("race", { methods: chosen.join(","), n, largest });
  const toggle = (name: MethodName) => {
    setRace(0);
    setChosen(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  };
  const fits = chosen.length >= 2 && chosen.length <= 4;
  return (
    <div class="race">
      <p class="note">{says.intro}</p>
      <fieldset>
        <legend>{says.racers}</legend>
        <div class="racers">
          {names.map((name) => (
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
        <NumberField label={words.queens} value={n} least={1} most={MAX_N} onValue={(n) => (setRace(0), setSize(n))} />
        <NumberField label={says.upTo} value={largest} least={4} most={MAX_N} onValue={setLargest} />
        <button type="button" class="primary" disabled={!fits} onClick={() => setRace(race + 1)}>
          {race ? says.again : says.start}
        </button>
      </div>
      {!fits && (
        <p class="error-message" role="alert">
          {says.tooFew}
        </p>
      )}
      {fits && <Tracks key={`${race} ${n} ${chosen}`} methods={chosen} n={n} largest={largest} going={race > 0} />}
    </div>
  );
}

function Tracks({ methods, n, largest, going }: { methods: MethodName[]; n: number; largest: number; going: boolean }) {
  const says = useWords().race;
  const [order, setOrder] = useState<MethodName[]>([]);
  const [lengths, setLengths] = useState<number[]>([]);
  const [measuring, setMeasuring] = useState(false);
  // The shortest run takes about five seconds.
  const speed = lengths.length === methods.length ? Math.min(2000, Math.max(8, Math.round(Math.min(...lengths) / 5))) : 0;
  useEffect(() => {
    if (order.length === methods.length) setMeasuring(true);
  }, [order]);
  return (
    <>
      <div class="tracks">
        {methods.map((method) => (
          <Track
            key={method}
            method={method}
            n={n}
            speed={going && !measuring ? speed : 0}
            place={order.indexOf(method) + 1}
            onLength={(length) => setLengths((lengths) => [...lengths, length])}
            onEnd={() => setOrder((order) => (order.includes(method) ? order : [...order, method]))}
          />
        ))}
      </div>
      {going && !measuring && (
        <p>
          <button type="button" onClick={() => setMeasuring(true)}>
            {says.measure}
          </button>
        </p>
      )}
      {measuring && <Measurements methods={methods} n={largest} />}
    </>
  );
}

interface TrackProps {
  method: MethodName;
  n: number;
  /** Steps per second; 0 means paused. */
  speed: number;
  place: number;
  onLength: (steps: number) => void;
  onEnd: () => void;
}

function Track({ method, n, speed, place, onLength, onEnd }: TrackProps) {
  const words = useWords();
  const run = useRun(method, n);
  useEffect(() => {
    if (run.length) onLength(run.length.shown);
  }, [run.length]);
  useEffect(() => {
    if (speed > 0) run.setSpeed(speed);
    run.play(speed > 0);
  }, [speed]);
  useEffect(() => {
    if (run.notice === "ended") onEnd();
  }, [run.notice]);
  const at = grouped(run.shown.at);
  return (
    <Panel title={words.methods[method]} class={`track ${place === 1 ? "first" : ""}`}>
      <p class="note">{words.ideas[method]}</p>
      <RunBoard run={run} labels={false} />
      <progress max={run.length?.shown ?? 1} value={run.shown.at} aria-label={words.methods[method]} />
      <p role="status">
        {place > 0 ? <strong>{words.race.finished(place, at)}</strong> : words.race.running(at, run.length?.steps == null ? "…" : grouped(run.length.shown))}
      </p>
      <p class="note">
        {words.counters.tried}: <code>{grouped(run.shown.step?.counters.tried ?? 0)}</code>, {words.counters.solutions}:{" "}
        <code>{grouped(run.shown.step?.counters.solutions ?? 0)}</code>
      </p>
    </Panel>
  );
}

type Measured = Extract<RaceMessage, { event: "measured" }>;

function Measurements({ methods, n }: { methods: MethodName[]; n: number }) {
  const words = useWords();
  const says = words.race;
  const [measured, setMeasured] = useState<Measured[]>([]);
  const [skipped, setSkipped] = useState<{ method: string; n: number }[]>([]);
  const [finished, setFinished] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const query = { methods: methods.join(","), n };
    let complete = false;
    const onMessage = (message: RaceMessage) => {
      if (message.event === "measured") setMeasured((before) => [...before, message]);
      else if (message.event === "skipped") setSkipped((before) => [...before, message]);
      else setFinished((complete = true));
    };
    return listen<RaceMessage>("/api/race", query, onMessage, () => {
      setFinished(true);
      if (!complete) whyEnded("/api/race", query).then(setError);
    });
  }, []);
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
      {skipped.map(({ method, n }) => (
        <p key={method} class="note">
          {words.methods[method as MethodName]}: {says.skipped(n)}
        </p>
      ))}
      <details>
        <summary>{says.table}</summary>
        <div class="table" tabIndex={0} role="region" aria-label={says.table}>
          <table>
            <thead>
              <tr>
                <th>n</th>
                <th class="text">{words.method}</th>
                <th>{words.counters.solutions}</th>
                <th>{says.times}</th>
                <th>{words.counters.tried}</th>
                <th>{words.counters.tests}</th>
              </tr>
            </thead>
            <tbody>
              {measured.map((one) => (
                <tr key={`${one.method} ${one.n}`}>
                  <td>{one.n}</td>
                  <td class="text">{words.methods[one.method as MethodName]}</td>
                  <td>{grouped(one.counters.solutions)}</td>
                  <td>{duration(one.seconds, words)}</td>
                  <td>{grouped(one.counters.tried)}</td>
                  <td>{grouped(one.counters.tests)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}
