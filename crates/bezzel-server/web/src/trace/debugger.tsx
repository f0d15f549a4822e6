// Controls of a run as in a debugger: step over and out, searches, breakpoints and bookmarks.

import { useEffect, useState } from "preact/hooks";

import { KINDS } from "../methods";
import { Button, useLoaded } from "../parts";
import type { Run } from "../run";
import { storedList, storeList } from "../storage";
import { grouped, useWords } from "../words";
import { methodOf } from "../words/methods";
import { listingsOf } from "./listing";

export function Debugger({ run }: { run: Run }) {
  const words = useWords();
  const says = words.lesson;
  const { step } = run.shown;
  const depth = step?.depth ?? 0;
  const over = () => (step ? run.find({ depth }) : run.move(1));
  // Out of the first row, the run ends.
  const out = () => (depth > 0 ? run.find({ depth: depth - 1 }) : run.seek(run.length?.steps ?? run.shown.at));
  return (
    <div class="debugger">
      {methodOf(run.method).has_tree && (
        <div class="debug-buttons" role="group" aria-label={says.debugger}>
          <Button text={says.over} title={says.overHelp} onClick={over} />
          <Button text={says.out} title={says.outHelp} onClick={out} />
          <Button text={says.nextBacktrack} title={says.backtrackHelp} onClick={() => run.find({ kinds: ["exhausted"] })} />
          <Button text={says.nextConflict} title={says.conflictHelp} onClick={() => run.find({ kinds: ["rejected"] })} />
        </div>
      )}
      <Breakpoints run={run} />
      <Bookmarks run={run} />
    </div>
  );
}

/** Kinds of step at which the player pauses. */
function Breakpoints({ run }: { run: Run }) {
  const words = useWords();
  const says = words.lesson;
  const { value } = useLoaded(() => listingsOf(run.method), run.method);
  const kinds = value?.[0]?.lines.flatMap((line) => line.kinds) ?? [];
  const here = kinds.filter((kind) => run.breakpoints.includes(kind));
  return (
    <details class="breakpoints">
      <summary>{here.length ? `${says.breakpoints}${words.aside(String(here.length))}` : says.breakpoints}</summary>
      <p class="note">{says.breakpointsHelp}</p>
      <div class="kinds">
        {kinds.map((kind) => (
          <label key={kind}>
            <input type="checkbox" checked={run.breakpoints.includes(kind)} onChange={() => run.toggleBreakpoints([kind])} />{" "}
            {KINDS[kind]?.[words.texts]}
          </label>
        ))}
      </div>
    </details>
  );
}

const nameOf = (run: Run) => `bezzel-bookmarks-${run.method}-${run.n}`;

const stored = (name: string) => storedList<number>(name, (one) => Number.isInteger(one) && one >= 0);

/** Steps that the reader marked. */
function useBookmarks(run: Run): [number[], (steps: number[]) => void] {
  const name = nameOf(run);
  const [steps, setSteps] = useState(() => stored(name));
  useEffect(() => setSteps(stored(name)), [name]);
  const keep = (steps: number[]) => {
    const sorted = [...steps].sort((a, b) => a - b);
    storeList(name, sorted);
    setSteps(sorted);
  };
  return [steps, keep];
}

/** Bookmarks as marks under the slider; a click goes to the step. */
function Bookmarks({ run }: { run: Run }) {
  const says = useWords().lesson;
  const [steps, keep] = useBookmarks(run);
  const { at } = run.shown;
  const has = steps.includes(at);
  const last = Math.max(run.length?.shown ?? 0, at, 1);
  const go = (step: number) => {
    run.play(false);
    run.seek(step);
  };
  return (
    <div class="bookmarks">
      <div class="bookmark-track">
        {steps.map((step) => (
          <button
            key={step}
            type="button"
            class={step === at ? "bookmark here" : "bookmark"}
            style={{ left: `${(100 * Math.min(step, last)) / last}%` }}
            title={says.bookmarkAt(grouped(step))}
            aria-label={says.bookmarkAt(grouped(step))}
            onClick={() => go(step)}
          />
        ))}
      </div>
      <Button
        aria-pressed={has}
        onClick={() => keep(has ? steps.filter((step) => step !== at) : [...steps, at])}
        text={has ? says.removeBookmark : says.addBookmark}
      />
    </div>
  );
}
