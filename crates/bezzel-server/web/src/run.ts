// One run of a method: pages of steps and the current step.

import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { api, type Decision, type Goal, type Length, LIMITS, type MethodName, type Page, type Step, type StepKind } from "./api";
import { useReturn } from "./connection";
import { type Given, textOf } from "./given";
import { useTab } from "./place";
import { ApiError } from "./problem";

export const PAGE = 256;

/** The page on the screen and its neighbours. */
const MAX_CACHED_PAGES = 4;

/** Cache of the pages of one run; drops the pages farthest from the current one. */
class Pages {
  private readonly cached = new Map<number, Page>();
  private readonly requested = new Map<number, Promise<Page>>();
  private readonly abort = new AbortController();

  constructor(private readonly run: { method: MethodName; n: number; board: string | undefined }) {}

  get(number: number): Page | undefined {
    return this.cached.get(number);
  }

  ask(number: number): Promise<Page> {
    const cached = this.cached.get(number);
    if (cached) return Promise.resolve(cached);
    const requested = this.requested.get(number);
    if (requested) return requested;
    const promise = api
      .steps(this.run, number * PAGE, PAGE, this.abort.signal)
      .then((page) => {
        this.cached.set(number, page);
        const far = [...this.cached.keys()].sort((a, b) => Math.abs(a - number) - Math.abs(b - number));
        for (const key of far.slice(MAX_CACHED_PAGES)) this.cached.delete(key);
        return page;
      })
      .finally(() => this.requested.delete(number));
    this.requested.set(number, promise);
    return promise;
  }

  close() {
    this.abort.abort();
  }
}

type Notice = "ended" | "past-end" | "limit" | "no-later" | "no-earlier" | "no-such" | "breakpoint" | "gave-up" | ApiError;

/** The state on the screen. */
export interface Shown {
  /** Number of steps done. */
  at: number;
  /** The last step done. */
  step: Step | undefined;
  /** The folded decision tree. */
  tree: Decision[];
}

/** Steps that the controls of the player move through. */
export interface Playable {
  shown: { at: number };
  /** The step that was asked for last, which is shown as soon as it is computed. */
  wanted: number;
  length: Pick<Length, "steps" | "shown" | "reached"> | undefined;
  playing: boolean;
  speed: number;
  seek: (at: number) => void;
  /** Moves by a number of steps from the current target. */
  move: (by: number) => void;
  play: (playing: boolean) => void;
  setSpeed: (speed: number) => void;
  solution: (back: boolean) => void;
}

export interface Run extends Playable {
  method: MethodName;
  n: number;
  /** The board with queens and blocked squares that is searched; undefined if it is empty. */
  given: Given | undefined;
  /** The same board in one word. */
  board: string | undefined;
  shown: Shown;
  length: Length | undefined;
  busy: boolean;
  notice: Notice | undefined;
  /** Goes to the next step that meets a goal. */
  find: (goal: Goal) => void;
  /** Kinds of step at which the run pauses while it plays. */
  breakpoints: StepKind[];
  /** Removes these breakpoints if all are set, and sets them otherwise. */
  toggleBreakpoints: (kinds: readonly StepKind[]) => void;
}

const NOTHING: Shown = { at: 0, step: undefined, tree: [] };

function shownAt(page: Page, at: number): Shown {
  const count = at - Math.floor((at - 1) / PAGE) * PAGE;
  const steps = page.steps.slice(0, count);
  const tree = [...page.tree];
  for (const { last } of steps) if (last) tree.splice(last.at, Infinity, last.node);
  return { at, step: steps[count - 1], tree };
}

/** The step that playing reaches: the next breakpoint, or `due` steps further. */
function reach(pages: Pages, at: number, due: number, kinds: StepKind[]): { to: number; stops: boolean } {
  for (let next = at + 1; kinds.length > 0 && next <= at + due; next++) {
    const number = Math.floor((next - 1) / PAGE);
    const page = pages.get(number);
    if (!page) {
      // Playing waits for the page, so that it passes no breakpoint.
      pages.ask(number).catch(() => undefined);
      return { to: next - 1, stops: false };
    }
    const step = page.steps[(next - 1) % PAGE];
    if (step && kinds.includes(step.kind)) return { to: next, stops: true };
  }
  return { to: at + due, stops: false };
}

/** Calls `advance` with the number of steps that are due, in each frame while steps are played. In a tab that was left it rests. */
export function useFrames(playing: boolean, speed: number, advance: (due: number) => void) {
  const latest = useRef(advance);
  latest.current = advance;
  const { shown: isOnScreen } = useTab();
  // A layout effect: an effect ends after a frame, in which the run would go on after its pause.
  useLayoutEffect(() => {
    if (!playing || !isOnScreen) return;
    let frame = 0;
    let before = performance.now();
    let owed = 0;
    const tick = (now: number) => {
      owed += ((now - before) / 1000) * speed;
      before = now;
      const due = Math.min(Math.floor(owed), PAGE);
      if (due > 0) {
        owed -= due;
        latest.current(due);
      }
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing, isOnScreen, speed]);
}

export function useRun(method: MethodName, n: number, start = 0, speedAtFirst = 8, given?: Given): Run {
  const board = textOf(n, given);
  const searched = useMemo(() => ({ method, n, board }), [method, n, board]);
  const pages = useMemo(() => new Pages(searched), [searched]);
  const [shown, setShown] = useState<Shown>(NOTHING);
  const [length, setLength] = useState<Length>();
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(speedAtFirst);
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<Notice>();
  const [breakpoints, setBreakpoints] = useState<StepKind[]>([]);
  const toggleBreakpoints = (kinds: readonly StepKind[]) => {
    const others = breakpoints.filter((kind) => !kinds.includes(kind));
    setBreakpoints(others.length + kinds.length === breakpoints.length ? others : [...others, ...kinds]);
  };
  // Number of the latest request; answers to earlier ones are ignored.
  const latest = useRef(0);
  // Step that was requested last: keys may arrive faster than pages.
  const target = useRef(start);
  // The step of the address applies to the first run only.
  const first = useRef(start);

  const fail = useCallback((error: unknown) => {
    setBusy(false);
    if (error instanceof ApiError) {
      setPlaying(false);
      setNotice(error);
    }
  }, []);

  /** Shows the state after `at` steps. Returns false if its page must be fetched first. */
  const show = useCallback(
    (at: number, pastEnd: Notice): boolean => {
      if (at <= 0) {
        setShown(NOTHING);
        return true;
      }
      const page = pages.get(Math.floor((at - 1) / PAGE));
      if (!page) return false;
      const first = Math.floor((at - 1) / PAGE) * PAGE;
      const last = first + page.steps.length;
      target.current = Math.min(at, last);
      if (at > last && page.ended) {
        setPlaying(false);
        setNotice(at > last + 1 ? pastEnd : "ended");
        if (last > first) setShown(shownAt(page, last));
        return true;
      }
      setShown(shownAt(page, Math.min(at, last)));
      return true;
    },
    [pages],
  );

  /** Goes to the last step, for a step past the end of the run. */
  const goToEnd = useCallback(
    async (mine: number, pastEnd: Notice) => {
      const { shown } = await api.run(searched);
      if (latest.current !== mine) return;
      await pages.ask(Math.floor(Math.max(0, shown - 1) / PAGE));
      if (latest.current !== mine) return;
      target.current = shown;
      show(shown, pastEnd);
      setPlaying(false);
      setNotice(pastEnd);
    },
    [searched, pages, show],
  );

  /** Goes to a step. `pastEnd` is the notice if the run has fewer steps. */
  const seek = useCallback(
    (wanted: number, pastEnd: Notice = "past-end") => {
      const mine = ++latest.current;
      const at = Math.min(Math.max(0, wanted), LIMITS.step);
      target.current = at;
      setNotice(wanted > LIMITS.step ? "limit" : undefined);
      if (wanted > LIMITS.step) setPlaying(false);
      if (show(at, pastEnd)) {
        setBusy(false);
        const number = Math.floor(Math.max(0, at - 1) / PAGE);
        const isLast = pages.get(number)?.ended || (number + 1) * PAGE > LIMITS.step;
        const ahead = isLast ? [] : [number + 1];
        const near = at % PAGE < PAGE / 4 && number > 0 ? [number - 1] : ahead;
        for (const other of near) pages.ask(other).catch(() => undefined);
        return;
      }
      setBusy(true);
      pages.ask(Math.floor((at - 1) / PAGE)).then(() => {
        if (latest.current !== mine) return;
        setBusy(false);
        if (pages.get(Math.floor((at - 1) / PAGE))?.steps.length) show(at, pastEnd);
        else goToEnd(mine, pastEnd).catch(fail);
      }, fail);
    },
    [pages, show, fail],
  );

  const move = useCallback((by: number) => seek(target.current + by), [seek]);

  const search = useCallback(
    (goal: Goal, back: boolean, none: Notice) => {
      const mine = ++latest.current;
      setPlaying(false);
      setBusy(true);
      setNotice(undefined);
      const at = shown.at > 0 ? shown.at - 1 : undefined;
      api.find(searched, goal, at, back).then((found) => {
        if (latest.current !== mine) return;
        setBusy(false);
        if (found.step !== null && found.step !== undefined) seek(found.step + 1);
        else if (!found.certain) setNotice("gave-up");
        else setNotice(none);
      }, fail);
    },
    [searched, shown.at, seek, fail],
  );
  const solution = (back: boolean) => search({ kinds: ["solution", "image"] }, back, back ? "no-earlier" : "no-later");
  const find = (goal: Goal) => search(goal, false, "no-such");

  // A layout effect, so that it runs before the buttons of the new run can be pressed.
  useLayoutEffect(() => {
    latest.current++;
    setPlaying(false);
    setLength(undefined);
    setShown(NOTHING);
    const abort = new AbortController();
    seek(first.current);
    first.current = 0;
    pages.ask(0).catch(fail);
    api.run(searched, abort.signal).then(setLength, fail);
    return () => {
      abort.abort();
      pages.close();
    };
  }, [pages]);

  useReturn(() => {
    if (!(notice instanceof ApiError)) return;
    seek(target.current);
    if (!length) api.run(searched).then(setLength, fail);
  });

  /** Plays; at the end of the run, from the start. */
  const play = useCallback(
    (playing: boolean) => {
      if (playing && (notice === "ended" || notice === "past-end" || shown.at === length?.steps)) seek(0);
      setPlaying(playing);
    },
    [notice, shown.at, length, seek],
  );

  const position = useRef(0);
  position.current = shown.at;
  useFrames(playing, speed, (due) => {
    const { to, stops } = reach(pages, position.current, due, breakpoints);
    // After a late frame several steps are due, and the run may end before the last of them.
    if (to > position.current) seek(to, "ended");
    if (stops) {
      setPlaying(false);
      setNotice("breakpoint");
    }
  });

  return {
    method,
    n,
    given,
    board,
    shown,
    wanted: target.current,
    length,
    playing,
    speed,
    busy,
    notice,
    seek,
    move,
    play,
    setSpeed,
    solution,
    find,
    breakpoints,
    toggleBreakpoints,
  };
}
