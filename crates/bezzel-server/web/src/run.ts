// One run of a method: its steps in pages, and where we are in it.

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { api, Refusal, type Branch, type Length, type MethodName, type Page, type Step } from "./api";
import { walked } from "./tree";

export const PAGE = 256;

/** No step further into a run is shown. */
export const DEEPEST = 50_000_000;

/** The page on the screen and its neighbours. */
const HELD = 4;

/** The pages of one run; those furthest away are let go. */
class Pages {
  private readonly held = new Map<number, Page>();
  private readonly asked = new Map<number, Promise<Page>>();
  private readonly abort = new AbortController();

  constructor(private readonly run: { method: MethodName; n: number }) {}

  get(number: number): Page | undefined {
    return this.held.get(number);
  }

  ask(number: number): Promise<Page> {
    const held = this.held.get(number);
    if (held) return Promise.resolve(held);
    const asked = this.asked.get(number);
    if (asked) return asked;
    const promise = api
      .steps(this.run, number * PAGE, PAGE, this.abort.signal)
      .then((page) => {
        this.held.set(number, page);
        const far = [...this.held.keys()].sort((a, b) => Math.abs(a - number) - Math.abs(b - number));
        for (const key of far.slice(HELD)) this.held.delete(key);
        return page;
      })
      .finally(() => this.asked.delete(number));
    this.asked.set(number, promise);
    return promise;
  }

  close() {
    this.abort.abort();
  }
}

export type Notice = "ended" | "limit" | "no-later" | "no-earlier" | "gave-up" | Refusal;

/** What is on the screen. */
export interface Shown {
  /** How many steps are done. */
  at: number;
  /** The last of them. */
  step: Step | undefined;
  tree: Branch[][];
}

export interface Run {
  method: MethodName;
  n: number;
  shown: Shown;
  length: Length | undefined;
  playing: boolean;
  speed: number;
  busy: boolean;
  notice: Notice | undefined;
  seek: (at: number) => void;
  /** Goes so many steps further from where we are, or are going to. */
  move: (by: number) => void;
  play: (playing: boolean) => void;
  setSpeed: (speed: number) => void;
  solution: (back: boolean) => void;
}

const NOTHING: Shown = { at: 0, step: undefined, tree: [] };

function shownAt(page: Page, at: number): Shown {
  const count = at - Math.floor((at - 1) / PAGE) * PAGE;
  const steps = page.steps.slice(0, count);
  return { at, step: steps[count - 1], tree: walked(page.tree.levels, steps) };
}

export function useRun(method: MethodName, n: number, start = 0, speedAtFirst = 8): Run {
  const pages = useMemo(() => new Pages({ method, n }), [method, n]);
  const [shown, setShown] = useState<Shown>(NOTHING);
  const [length, setLength] = useState<Length>();
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(speedAtFirst);
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<Notice>();
  // The latest wish; answers to earlier ones are not shown.
  const wish = useRef(0);
  // Where it leads: keys may come faster than the screen follows.
  const target = useRef(0);

  const fail = useCallback((error: unknown) => {
    setBusy(false);
    if (error instanceof Refusal) {
      setPlaying(false);
      setNotice(error);
    }
  }, []);

  /** Shows the state after `at` steps; false if that has to be fetched first. */
  const show = useCallback(
    (at: number): boolean => {
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
        setNotice("ended");
        if (last > first) setShown(shownAt(page, last));
        return true;
      }
      setShown(shownAt(page, Math.min(at, last)));
      return true;
    },
    [pages],
  );

  const seek = useCallback(
    (wanted: number) => {
      const mine = ++wish.current;
      const at = Math.min(Math.max(0, wanted), DEEPEST);
      target.current = at;
      setNotice(wanted > DEEPEST ? "limit" : undefined);
      if (wanted > DEEPEST) setPlaying(false);
      if (show(at)) {
        setBusy(false);
        const number = Math.floor(Math.max(0, at - 1) / PAGE);
        const isLast = pages.get(number)?.ended || (number + 1) * PAGE > DEEPEST;
        const ahead = isLast ? [] : [number + 1];
        const near = at % PAGE < PAGE / 4 && number > 0 ? [number - 1] : ahead;
        for (const other of near) pages.ask(other).catch(() => undefined);
        return;
      }
      setBusy(true);
      pages.ask(Math.floor((at - 1) / PAGE)).then(() => {
        if (wish.current !== mine) return;
        setBusy(false);
        show(at);
      }, fail);
    },
    [pages, show, fail],
  );

  const move = useCallback((by: number) => seek(target.current + by), [seek]);

  const solution = useCallback(
    (back: boolean) => {
      const mine = ++wish.current;
      setPlaying(false);
      setBusy(true);
      setNotice(undefined);
      const at = shown.at > 0 ? shown.at - 1 : undefined;
      api.solution({ method, n }, at, back).then((found) => {
        if (wish.current !== mine) return;
        setBusy(false);
        if (found.step !== null && found.step !== undefined) seek(found.step + 1);
        else if (!found.certain) setNotice("gave-up");
        else setNotice(back ? "no-earlier" : "no-later");
      }, fail);
    },
    [method, n, shown.at, seek, fail],
  );

  // Before anybody can press a button of the new run: what was pressed would be forgotten here.
  useLayoutEffect(() => {
    wish.current++;
    setPlaying(false);
    setLength(undefined);
    setShown(NOTHING);
    const abort = new AbortController();
    seek(start);
    pages.ask(0).catch(fail);
    api.run({ method, n }, abort.signal).then(setLength, fail);
    return () => {
      abort.abort();
      pages.close();
    };
    // The start is where a new run begins; it is not followed afterwards.
  }, [pages]);

  const position = useRef(0);
  position.current = shown.at;
  useEffect(() => {
    if (!playing) return;
    let frame = 0;
    let before = performance.now();
    let owed = 0;
    const tick = (now: number) => {
      owed += ((now - before) / 1000) * speed;
      before = now;
      const due = Math.min(Math.floor(owed), PAGE);
      if (due > 0) {
        owed -= due;
        seek(position.current + due);
      }
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing, speed, seek]);

  return {
    method,
    n,
    shown,
    length,
    playing,
    speed,
    busy,
    notice,
    seek,
    move,
    play: setPlaying,
    setSpeed,
    solution,
  };
}
