// All methods with their time, memory and reach on this machine.

import { useState } from "preact/hooks";

import type { MethodName } from "../api";
import { ErrorMessage, Table } from "../parts";
import { href } from "../place";
import { useRaces } from "../races";
import { duration, useWords } from "../words";
import { COUNTING, NAMES } from "../words/methods";

/** Number of methods that are measured in one request. */
const PER_RACE = 4;
const MAX_N = 16;
const WITHIN_SECONDS = 1;

/** All methods that count, in races of two to four. */
const RACES = COUNTING.flatMap((_, at) => (at % PER_RACE === 0 ? [{ methods: COUNTING.slice(at, at + PER_RACE), n: MAX_N }] : []));

export function MethodTable() {
  const words = useWords();
  const says = words.table;
  const [going, setGoing] = useState(0);
  const { measured, finished, error } = useRaces(going > 0 ? RACES : undefined, going);
  const isMeasuring = going > 0 && !finished;
  const reached = (name: MethodName) => {
    const all = measured.filter(({ method, seconds }) => method === name && seconds <= WITHIN_SECONDS);
    const last = all.toSorted((a, b) => a.n - b.n).at(-1);
    return last && says.measured(last.n, duration(last.seconds, words));
  };
  return (
    <div class="mini">
      <Table
        class="method-table"
        label={says.title}
        heads={[words.method, says.time, says.memory, says.tutorial, says.reach]}
        texts={[0, 1, 2, 3, 4]}
        rows={NAMES.map((name) => ({
          key: name,
          cells: [
            <a key="name" href={href("methods", { method: name })}>
              {words.methods[name]}
            </a>,
            words.times[name],
            words.memories[name],
            words.taught[name],
            reached(name),
          ],
        }))}
      />
      <p class="row-of">
        <button type="button" disabled={isMeasuring} onClick={() => setGoing(going + 1)}>
          {says.measure}
        </button>
        {isMeasuring && <em>{words.race.measuring}</em>}
      </p>
      <p class="note">{says.help}</p>
      <ErrorMessage error={error} />
    </div>
  );
}
