// The circular doubly linked list of free columns, with removed and restored nodes.

import type { Step } from "../api";
import { upTo } from "../squares";
import { useWords } from "../words";
import { ArrayRow, type DataOf } from "./array";

/** Columns in the list, after its head (index n). */
function inRing(n: number, next: number[]): number[] {
  const ring = [n];
  for (let at = next[n]; at !== undefined && at !== n && ring.length <= n; at = next[at]) ring.push(at);
  return ring;
}

export function Links({ n, step, data }: { n: number; step: Step; data: DataOf<"links"> }) {
  const { data: words, numbers } = useWords();
  const { previous, next } = data;
  const name = (index: number | undefined) => (index === n || index === undefined ? "h" : String(numbers.shown(index)));
  const changed = step.event === "place" || step.event === "remove" ? step.square.column : null;
  const before = changed === null ? null : previous[changed];
  const after = changed === null ? null : next[changed];
  const cells = (values: number[], lit: number | null | undefined) =>
    values.map((value, index) => ({ text: name(value), lit: index === lit, on: true }));
  return (
    <>
      <p class="array-name">
        <span class="note">{words.ring}</span>
      </p>
      <Ring n={n} step={step} previous={previous} next={next} />
      <p class="change">
        {changed !== null && before !== null && after !== null && (
          <code>
            {step.event === "place" ? words.unlinked(name(before), name(after)) : words.relinked(name(before), name(after), name(changed))}
          </code>
        )}
      </p>
      <ArrayRow name="previous" indices={upTo(n + 1).map(name)} cells={cells(previous, after)} />
      <ArrayRow name="next" indices={upTo(n + 1).map(name)} cells={cells(next, before)} />
    </>
  );
}

const GAP = 1.25;

function Ring({ n, step, previous, next }: { n: number; step: Step; previous: number[]; next: number[] }) {
  const { data: words, labelled, numbers } = useWords();
  const ring = inRing(n, next);
  const free = new Set(ring);
  // The head is on the left, followed by the columns.
  const x = (index: number) => (index === n ? 0 : index + 1) * GAP;
  const taken = upTo(n).filter((column) => !free.has(column));
  const last = ring[ring.length - 1]!;
  const lit = "square" in step ? step.square.column : null;
  const isBack = step.event === "remove";
  return (
    <svg
      class="ring"
      viewBox={`-0.6 -1.75 ${(n + 1) * GAP + 0.1} 3.6`}
      role="img"
      aria-label={labelled(words.ring, numbers.shownAll(ring.slice(1), ", ") || words.empty)}
    >
      {ring.length > 1 && <path class="back" d={`M${x(last)} -.42C${x(last)} -1.9 0 -1.9 0 -.42`} />}
      {ring.slice(0, -1).map((from, at) => {
        const to = ring[at + 1]!;
        const spans = x(to) - x(from) > GAP * 1.01;
        const changedNow = isBack && (from === lit || to === lit);
        const bend = spans ? -0.75 : 0;
        return (
          <g key={`${from} ${to}`} class={`link ${spans ? "past" : ""} ${changedNow ? "now" : ""}`}>
            <path d={`M${x(from) + 0.42} -.1Q${(x(from) + x(to)) / 2} ${-0.1 + bend} ${x(to) - 0.42} -.1`} />
            <path d={`M${x(from) + 0.42} .1Q${(x(from) + x(to)) / 2} ${0.1 + bend} ${x(to) - 0.42} .1`} />
          </g>
        );
      })}
      {taken.map((column) => (
        <g key={`t${column}`} class="dangling">
          <path d={`M${x(column) - 0.3} 1L${x(previous[column] ?? n) + 0.25} .38`} />
          <path d={`M${x(column) + 0.3} 1L${x(next[column] ?? n) - 0.25} .38`} />
        </g>
      ))}
      {[n, ...upTo(n)].map((index) => {
        const y = free.has(index) ? 0 : 1.3;
        const kind = `node ${index === n ? "head" : ""} ${free.has(index) ? "" : "taken"} ${index === lit ? "lit" : ""}`;
        return (
          <g key={index} class={kind}>
            <rect x={x(index) - 0.42} y={y - 0.4} width={0.84} height={0.8} rx={0.2} />
            <text x={x(index)} y={y + 0.19}>
              {index === n ? "h" : numbers.shown(index)}
            </text>
          </g>
        );
      })}
      <title>{taken.length ? words.takenOut : words.ring}</title>
    </svg>
  );
}
