// Controls and keyboard shortcuts of a run.

import { useLayoutEffect, useRef } from "preact/hooks";

import type { MethodName } from "./api";
import { Board } from "./board";
import { useTabKeys } from "./keys";
import { ErrorMessage, IconButton } from "./parts";
import { ApiError } from "./problem";
import { type Playable, type Run, useRun } from "./run";
import { sceneOf, sentence } from "./scene";
import { grouped, useWords, type Words } from "./words";

const MIN_STEPS_PER_SECOND = 0.25;
const MAX_STEPS_PER_SECOND = 600;

/** The speed at a place of the slider from 0 to 1, which is logarithmic. */
function speedAt(place: number): number {
  const speed = MIN_STEPS_PER_SECOND * (MAX_STEPS_PER_SECOND / MIN_STEPS_PER_SECOND) ** place;
  if (speed < 0.9) return Math.round(4 * speed) / 4;
  return speed < 4 ? Math.round(2 * speed) / 2 : Math.round(speed);
}

const placeOf = (speed: number) => Math.log(speed / MIN_STEPS_PER_SECOND) / Math.log(MAX_STEPS_PER_SECOND / MIN_STEPS_PER_SECOND);

/** Pauses a run, then acts. */
const pausing =
  <Given extends unknown[]>(run: Playable, act: (...given: Given) => void) =>
  (...given: Given) => {
    run.play(false);
    act(...given);
  };

/** Elements that the space bar operates, if the focus came by keyboard. */
const OWN_SPACE = "button, select, summary, input, a, [role=button]";
/** Elements that the arrow keys and Home operate. */
const OWN_ARROWS = "input[type=range], .squares [role=button]";

function useKeys(run: Playable) {
  // After a click the space bar plays and pauses, instead of pressing the button once more.
  const byPointer = useRef(false);
  useLayoutEffect(() => {
    const point = () => {
      byPointer.current = true;
    };
    addEventListener("pointerdown", point);
    return () => removeEventListener("pointerdown", point);
  }, []);
  useTabKeys((event) => {
    if (event.key === "Tab") byPointer.current = false;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (event.key === " " ? !byPointer.current && target?.closest(OWN_SPACE) : !event.shiftKey && target?.closest(OWN_ARROWS)) return;
    const { playing, play, seek, move, solution } = run;
    const keys: { [key: string]: () => void } = {
      " ": () => play(!playing),
      ArrowRight: event.shiftKey ? () => solution(false) : pausing(run, () => move(1)),
      ArrowLeft: event.shiftKey ? () => solution(true) : pausing(run, () => move(-1)),
      Home: pausing(run, () => seek(0)),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** A mirrored search of a board without start positions, such as n = 3. */
const isEmpty = (run: Playable) => run.length?.steps === 0;

export function Controls({ run, keys = false }: { run: Playable; keys?: boolean }) {
  const words = useWords().player;
  const { shown, playing, length } = run;
  return (
    <div class="controls">
      {keys && <Keys run={run} />}
      <div class="buttons">
        <IconButton icon="start" label={words.start} disabled={run.wanted === 0} onPress={pausing(run, () => run.seek(0))} />
        {keys && <IconButton icon="previous" label={words.previous} onPress={() => run.solution(true)} />}
        <IconButton icon="back" label={words.back} disabled={run.wanted === 0} onPress={pausing(run, () => run.move(-1))} />
        <IconButton
          icon={playing ? "pause" : "play"}
          label={playing ? words.pause : words.play}
          primary
          disabled={isEmpty(run)}
          onPress={() => run.play(!playing)}
        />
        <IconButton icon="forward" label={words.forward} disabled={isEmpty(run)} onPress={pausing(run, () => run.move(1))} />
        <IconButton icon="next" label={words.next} disabled={isEmpty(run)} onPress={() => run.solution(false)} />
      </div>
      {keys && (
        <label class="speed">
          <span>{words.speed}</span>
          <input
            type="range"
            min={0}
            max={1}
            step={0.01}
            value={placeOf(run.speed)}
            aria-valuetext={words.perSecond(run.speed)}
            onInput={(event) => run.setSpeed(speedAt(event.currentTarget.valueAsNumber))}
          />
          <output>{words.perSecond(run.speed)}</output>
        </label>
      )}
      <label class="scrubber">
        <span class="hidden">{words.scrubber}</span>
        <input
          type="range"
          min={0}
          max={Math.max(length?.shown ?? 0, shown.at)}
          value={shown.at}
          aria-valuetext={whereabouts(words, shown.at, length)}
          onInput={pausing(run, (event: { currentTarget: HTMLInputElement }) => run.seek(event.currentTarget.valueAsNumber))}
        />
        <output class="place">{whereabouts(words, shown.at, length)}</output>
      </label>
      {keys && length && length.shown < (length.steps ?? Infinity) && <p class="note reach">{words.reach(grouped(length.shown))}</p>}
    </div>
  );
}

/** Formats the current step and the number of steps, or its lower bound for a long run. */
function whereabouts(words: Words["player"], at: number, length: Playable["length"]): string {
  if (!length) return words.step(grouped(at), "…");
  if (length.steps != null) return words.step(grouped(at), grouped(length.steps));
  if (at > length.reached) return words.stepOfUnknown(grouped(at));
  return words.stepOfMany(grouped(at), grouped(length.reached));
}

function Keys({ run }: { run: Playable }) {
  useKeys(run);
  return null;
}

export function Sentence({ run }: { run: Run }) {
  const words = useWords();
  const { shown, notice, busy } = run;
  if (notice instanceof ApiError) return <ErrorMessage error={notice} />;
  const isOnTheWay = busy && run.wanted !== shown.at;
  const before = isEmpty(run) ? words.player.empty : isOnTheWay ? "" : words.player.begin;
  return (
    <p class="sentence" aria-live={run.playing ? "off" : "polite"}>
      {shown.step ? sentence(words, shown.step) : before}
      {notice && <strong> {words.player[notice]}</strong>}
      {busy && <em> {isOnTheWay ? words.player.reaching(grouped(run.wanted)) : words.working}</em>}
    </p>
  );
}

/** Board, controls and sentence of a run: what stays on the screen while the rest of a small window scrolls. */
export function RunStage({ run }: { run: Run }) {
  return (
    <div class="run-stage">
      <RunBoard run={run} />
      <div class="run-side">
        <Controls run={run} keys />
        <Sentence run={run} />
      </div>
    </div>
  );
}

export function RunBoard({ run, labels = true }: { run: Run; labels?: boolean }) {
  const words = useWords();
  const scene = sceneOf(run.n, run.shown.step, run.given);
  return <Board n={run.n} labels={labels} label={words.boardLabel(run.n, [...scene.queens, ...scene.ghosts])} {...scene} />;
}

/** A small board with controls for a method, used in the text. */
export function MiniPlayer({ method, n, children }: { method: MethodName; n: number; children?: (run: Run) => preact.ComponentChildren }) {
  const run = useRun(method, n, 0, 3);
  return (
    <figure class={run.shown.at === 0 ? "mini unmoved" : "mini"}>
      <RunBoard run={run} />
      <Controls run={run} />
      <Sentence run={run} />
      {children?.(run)}
    </figure>
  );
}
