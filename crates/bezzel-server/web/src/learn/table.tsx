// All methods with their time, memory and reach on this machine.

import { useEffect, useState } from "preact/hooks";

import { api, type Measurement, type MethodName } from "../api";
import { METHODS } from "../methods";
import { ErrorMessage } from "../parts";
import { href } from "../place";
import { duration, useWords } from "../words";

/** Number of methods that are measured in one request. */
const PER_RACE = 4;
const MAX_N = 16;
const WITHIN_SECONDS = 1;

type Reach = { n: number; seconds: number };

/** Groups of two to four methods. */
function groups(names: MethodName[]): MethodName[][] {
  return names.flatMap((_, at) => (at % PER_RACE === 0 ? [names.slice(at, at + PER_RACE)] : []));
}

const names: MethodName[] = METHODS.map(({ name }) => name);
const COUNTING: MethodName[] = METHODS.filter((method) => method.largest_in_a_second !== null).map(({ name }) => name);

export function MethodTable() {
  const words = useWords();
  const says = words.table;
  const [reach, setReach] = useState<{ [method: string]: Reach }>({});
  // Number of the group that is being measured.
  const [measuring, setMeasuring] = useState<number>();
  const [error, setError] = useState<unknown>();
  const group = measuring === undefined ? undefined : groups(COUNTING)[measuring];
  useEffect(() => {
    if (!group) return;
    const abort = new AbortController();
    const onMessage = (message: Measurement) => {
      if (message.event !== "measured" || message.seconds > WITHIN_SECONDS) return;
      const { method, n, seconds } = message;
      setReach((before) => ((before[method]?.n ?? 0) > n ? before : { ...before, [method]: { n, seconds } }));
    };
    api.race(group, MAX_N, onMessage, abort.signal).then(
      () => setMeasuring((at = 0) => at + 1),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        setMeasuring(undefined);
        setError(error);
      },
    );
    return () => abort.abort();
  }, [group?.join()]);
  return (
    <div class="mini">
      <div class="table" tabIndex={0} role="region" aria-label={says.title}>
        <table class="method-table">
          <thead>
            <tr>
              <th class="text">{words.method}</th>
              <th class="text">{says.time}</th>
              <th class="text">{says.memory}</th>
              <th class="text">{says.tutorial}</th>
              <th class="text">{says.reach}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <td class="text">
                  <a href={href("methods", { method: name })}>{words.methods[name]}</a>
                </td>
                <td class="text">{words.times[name]}</td>
                <td class="text">{words.memories[name]}</td>
                <td class="text">{words.taught[name]}</td>
                <td class="text">{reach[name] && says.measured(reach[name].n, duration(reach[name].seconds, words))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="row-of">
        <button
          type="button"
          disabled={group !== undefined}
          onClick={() => {
            setError(undefined);
            setReach({});
            setMeasuring(0);
          }}
        >
          {says.measure}
        </button>
        {group && <em>{words.race.measuring}</em>}
      </p>
      <p class="note">{says.help}</p>
      <ErrorMessage error={error} />
    </div>
  );
}
