// A count on the screen, wherever it runs.

import { ErrorMessage, Panel } from "../parts";
import type { CountView } from "../server";
import { duration, grouped, useWords } from "../words";
import { ByColour, UnitMap } from "./figures";
import { RECORDS } from "./records";

export const isRunning = ({ state }: CountView) => state === "running" || state === "stopping";

interface Props {
  count: CountView;
  /** The connection to the count is lost for the moment. */
  lost?: boolean;
  error: unknown;
  stop: () => void;
  resume: () => void;
  remove: () => void;
}

export function CountPanel({ count, lost = false, error, stop, resume, remove }: Props) {
  const words = useWords();
  const says = words.count;
  const { state, total } = count;
  const record = RECORDS.find((record) => record.n === count.n);
  return (
    <Panel title={says.of(count.n)} class="count" aside={<span class={`badge ${state}`}>{says.states[state]}</span>}>
      {total ? (
        <>
          <p class="total" role="status">
            {grouped(total.solutions)}
          </p>
          <p class="count-head">
            {total.fundamental != null && <span>{says.fundamental(total.fundamental)}</span>}
            {count.ledger == null && <span>{says.took(duration(count.seconds, words))}</span>}
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
            <strong>{says.ofWork((100 * count.fraction).toFixed(1))}</strong>
            <span>{says.elapsed(duration(count.seconds, words))}</span>
            {count.remaining_seconds != null && <span>{says.left(duration(count.remaining_seconds, words))}</span>}
            {lost && <em>{says.lost}</em>}
          </p>
        </>
      )}
      {(count.failure ?? count.warning) && (
        <p class="error-message">
          {count.failure ? says.failure : says.warning} <small lang="en">{count.failure ?? count.warning}</small>
        </p>
      )}
      <ErrorMessage error={error} />
      <p class="count-head note">
        <span>{says.units(grouped(count.units_done), count.units)}</span>
        {!total && <span>{says.largestFirst}</span>}
        <span>{says.backend(count.backend, count.threads)}</span>
        {count.ledger && <span>{says.ledger(count.ledger)}</span>}
        {count.board != null && <span class="given-board">{says.board(count.board)}</span>}
      </p>
      <div class="count-grid">
        <figure>
          <UnitMap count={count} />
          <figcaption>{says.map}</figcaption>
        </figure>
        {total && <ByColour values={total.by_black_queens} />}
      </div>
      <div class="row-of" style={{ marginTop: ".8rem" }}>
        {isRunning(count) && (
          <button type="button" disabled={state === "stopping"} onClick={stop}>
            {says.stop}
          </button>
        )}
        {state === "stopped" && (
          <button type="button" class="primary" onClick={resume}>
            {says.resume}
          </button>
        )}
        <button type="button" onClick={remove}>
          {count.ledger ? says.close : says.delete}
        </button>
      </div>
    </Panel>
  );
}
