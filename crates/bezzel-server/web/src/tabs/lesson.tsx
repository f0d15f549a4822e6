// The first view: four queens in motion, with the algorithm and its call stack.

import { useEffect } from "preact/hooks";
import { BoardLegend } from "../legend";
import { Panel, useOpened } from "../parts";
import { href, type Query, useAddress, useTab, useTitle } from "../place";
import { RunStage } from "../player";
import { Presentation, presentQuery, RunActions, readPresent, usePresenting } from "../presentation";
import { useRun } from "../run";
import { Share } from "../share";
import { Program } from "../trace/listing";
import { CallStack } from "../trace/stack";
import { TreeView } from "../treeview";
import { useWords } from "../words";

const METHOD = "slope-test";
const N = 4;
const STEPS_PER_SECOND = 2;

export function Lesson({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const says = words.intro;
  const [first, faults] = useOpened(query, (address) => ({
    step: address.whole("step", 0, 9_999_999_999, undefined),
    present: readPresent(address),
  }));
  const run = useRun(METHOD, N, first.step ?? 0, STEPS_PER_SECOND);
  const { shown: onScreen } = useTab();
  const presenting = usePresenting(first.present);
  const place: Query = run.wanted > 0 ? { step: run.wanted } : {};
  useAddress({ ...place, ...presentQuery(presenting) });
  useTitle(says.title);
  useEffect(() => {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (first.step === undefined && !still) run.play(true);
  }, []);
  useEffect(() => {
    if (!onScreen) run.play(false);
  }, [onScreen]);
  if (presenting.open) return <Presentation run={run} title={says.title} presenting={presenting} />;
  return (
    <div class="lesson">
      {faults}
      <div class="lesson-head">
        <h1>{says.title}</h1>
        <p class="note">{says.intro}</p>
      </div>
      <RunStage run={run} />
      <BoardLegend />
      <div class="lesson-code">
        <Panel title={says.code}>
          <Program run={run} />
        </Panel>
        <Panel title={words.lesson.stack}>
          <CallStack run={run} />
        </Panel>
        <Panel title={words.panels.tree} class="lesson-tree">
          <TreeView n={N} nodes={run.shown.tree} />
        </Panel>
      </div>
      <div class="row-of lesson-links">
        <a href={href("learn")}>{says.next}</a>
        <a href={href("methods", { method: METHOD, n: N, step: run.shown.at })}>{says.more}</a>
        <a href={href("sheet")}>{says.print}</a>
        <RunActions place={href("lesson", place)} presenting={presenting} />
        <Share run={run} />
      </div>
    </div>
  );
}
