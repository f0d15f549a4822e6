// A count on the screen, wherever it runs.

import { Button, ErrorMessage, Panel } from "../parts";
import { RatePlot } from "../plot";
import type { CountView } from "../server";
import { duration, grouped, useWords } from "../words";
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
        {count.rates.length > 0 && (
          <figure>
            <RatePlot
              label={says.rate}
              points={count.rates}
              text={(rate) => new Intl.NumberFormat(words.code, { notation: "compact" }).format(rate)}
              time={(seconds) => duration(seconds, words)}
            />
            <figcaption>{says.rate}</figcaption>
          </figure>
        )}
        {total && <ByColour values={total.by_black_queens} />}
      </div>
      <div class="row-of" style={{ marginTop: ".8rem" }}>
        {isRunning(count) && <Button disabled={state === "stopping"} onClick={stop} text={words.acts.stop} />}
        {state === "stopped" && <Button class="primary" onClick={resume} text={says.resume} />}
        <Button onClick={remove} text={count.ledger ? words.acts.close : says.delete} />
      </div>
    </Panel>
  );
}

/** Units of a count, one after another: the part that is done, and whether some are being counted. */
interface UnitCell {
  done: number;
  running: boolean;
}

function UnitMap({ count }: { count: { map: UnitCell[]; units: number; units_done: number } }) {
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

/** Bar chart of the solutions with 0, 1, 2, … queens on even squares. */
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
