// The first view: four queens in motion, with the algorithm and its call stack.

import { useEffect, useMemo } from "preact/hooks";

import type { Step } from "../api";
import { AddressFaults, Panel } from "../parts";
import { AddressReader, href, useAddress, useTab, useTitle } from "../place";
import { Controls, RunBoard, Sentence } from "../player";
import { useRun, type Run } from "../run";
import { Share } from "../share";
import { TreeView } from "../treeview";
import { useWords } from "../words";
import { shown } from "../words/counting";

const METHOD = "slope-test";
const N = 4;
const STEPS_PER_SECOND = 2;

/** Line of the listing that does a step; other steps end the loop over the columns. */
const LINES: { [event: string]: number } = { try: 2, test: 3, rejected: 3, place: 4, remove: 6, solution: 1 };
const LAST_LINE = 7;

export function Lesson({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const says = words.intro;
  const first = useMemo(() => {
    const address = new AddressReader(query);
    const step = address.whole("step", 0, 9_999_999_999, undefined);
    return { step, faults: address.finish() };
  }, []);
  const run = useRun(METHOD, N, first.step ?? 0, STEPS_PER_SECOND);
  const { shown: onScreen } = useTab();
  useAddress(run.shown.at > 0 ? { step: run.shown.at } : {});
  useTitle(says.title);
  useEffect(() => {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (first.step === undefined && !still) run.play(true);
  }, []);
  useEffect(() => {
    if (!onScreen) run.play(false);
  }, [onScreen]);
  return (
    <div class="lesson">
      <AddressFaults faults={first.faults} />
      <div class="lesson-head">
        <h1>{says.title}</h1>
        <p class="note">{says.intro}</p>
      </div>
      <div class="lesson-views" tabIndex={0} role="region" aria-label={says.title}>
        <div class="lesson-board">
          <RunBoard run={run} />
        </div>
        <div class="lesson-code">
          <Panel title={says.code}>
            <Listing lines={says.listing} at={lineOf(run.shown.step)} />
          </Panel>
          <Panel title={says.stack}>
            <Stack step={run.shown.step} />
          </Panel>
          <Panel title={says.tree} class="lesson-tree">
            <TreeView n={N} levels={run.shown.tree} />
          </Panel>
        </div>
      </div>
      <p class="note swipe">{says.swipe} →</p>
      <div class="lesson-controls">
        <Controls run={run} keys />
        <Sentence run={run} />
      </div>
      <p class="row-of lesson-links">
        <a href={href("learn")}>{says.next}</a>
        <a href={href("methods", { method: METHOD, n: N, step: run.shown.at })}>{says.more}</a>
        <a href={href("sheet")}>{says.print}</a>
        <Share run={run} />
      </p>
    </div>
  );
}

const lineOf = (step: Step | undefined): number | undefined => (step ? (LINES[step.event] ?? LAST_LINE) : undefined);

/** The algorithm in pseudocode, with the line of the current step. */
export function Listing({ lines, at }: { lines: readonly string[]; at?: number | undefined }) {
  return (
    <ol class="lesson-listing">
      {lines.map((line, index) => (
        <li key={index} aria-current={index === at ? "step" : undefined}>
          <code>{line}</code>
        </li>
      ))}
    </ol>
  );
}

interface Frame {
  row: number;
  column: number | null;
}

/** The calls that have not returned: one for each queen, and that of the row being searched. */
function framesOf(step: Step): Frame[] {
  const frames: Frame[] = step.queens.map(({ row, column }) => ({ row, column }));
  const square = "square" in step ? step.square : null;
  if (square && !frames.some(({ row }) => row === square.row)) frames.push(square);
  if (step.event === "solution") frames.push({ row: frames.length, column: null });
  return frames;
}

/** The frames of the recursion, the current one on top. */
function Stack({ step }: { step: Run["shown"]["step"] }) {
  const says = useWords().intro;
  if (!step) return <p class="note">{says.empty}</p>;
  const frames = framesOf(step).reverse();
  return (
    <ol class="lesson-stack">
      {frames.map(({ row, column }, at) => (
        <li key={row} aria-current={at === 0 ? "true" : undefined}>
          <code>{says.frame(row)}</code>
          <span>{column === null ? says.solved : `${says.column} = ${shown(column)}`}</span>
        </li>
      ))}
    </ol>
  );
}
