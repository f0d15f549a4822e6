// A game: the board, its marks, hints and the clock.

import type { ComponentChildren } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import { Panel } from "../parts";
import { href, useAddress, useRemembered } from "../place";
import { upTo } from "../squares";
import { PuzzleBoard, type Looks } from "./drawing";
import type { PuzzleWords } from "./en";
import { attacks, clashes, crossed, emptyMarks, emptyUnits, isSolved, queensIn, squaresOf, withMark, type Marks, type Puzzle, type Unit } from "./model";
import { keep, progressIn } from "./progress";
import { nextHint, type Hint } from "./solver";

const MAX_UNDO = 500;
/** Keys that set a mark. */
const KEYS: Record<string, string> = { q: "Q", x: "x", delete: ".", backspace: ".", ".": "." };

interface Props {
  puzzle: Puzzle;
  title: string;
  says: PuzzleWords;
  address: { [name: string]: string };
  children: ComponentChildren;
}

/** Marks with their history. */
interface History {
  past: Marks[];
  marks: Marks;
  future: Marks[];
}

/** A hint and how much of it is shown: its units, or its squares too. */
interface Shown {
  hint: Hint;
  full: boolean;
}

export function Game({ puzzle, title, says, address, children }: Props) {
  const { n, letters } = puzzle;
  const [stored] = useState(() => progressIn(letters));
  const [{ past, marks, future }, setHistory] = useState<History>({ past: [], marks: stored?.marks ?? emptyMarks(n), future: [] });
  const [auto, setAuto] = useRemembered("puzzle-crosses", ["on", "off"], "off");
  const [timer, setTimer] = useRemembered("puzzle-timer", ["on", "off"], "on");
  const [shown, setShown] = useState<Shown | undefined>();
  const [note, setNote] = useState<string | undefined>();
  useAddress(address);

  const solved = isSolved(puzzle, marks);
  const automatic = auto === "on" ? crossed(puzzle, marks) : marks;
  const bad = clashes(puzzle, marks);
  const seconds = useClock(stored?.seconds ?? 0, solved);
  useEffect(() => {
    if (past.length > 0 || future.length > 0) keep(letters, { marks, seconds, solved });
  }, [marks, seconds]);

  const change = (marks: Marks) => {
    setHistory((now) => (now.marks === marks ? now : { past: [...now.past.slice(-MAX_UNDO), now.marks], marks, future: [] }));
    setShown(undefined);
    setNote(undefined);
  };
  const undo = () => {
    setHistory(({ past, marks, future }) => (past.length ? { past: past.slice(0, -1), marks: past.at(-1)!, future: [marks, ...future] } : { past, marks, future }));
    setShown(undefined);
  };
  const redo = () => {
    setHistory(({ past, marks, future }) => (future.length ? { past: [...past, marks], marks: future[0]!, future: future.slice(1) } : { past, marks, future }));
    setShown(undefined);
  };
  const latest = useRef(automatic);
  latest.current = automatic;
  const press = (at: number) => change(withMark(marks, at, marks[at] === "." ? "x" : marks[at] === "x" ? "Q" : "."));
  const hint = async () => {
    if (solved) return;
    if (shown?.hint.kind !== "step") {
      const hint = await nextHint(puzzle, automatic);
      // The player may have gone on while the module was loaded.
      if (latest.current === automatic) setShown({ hint, full: false });
    } else if (!shown.full) setShown({ ...shown, full: true });
    else {
      const { place, ruleOut } = shown.hint.step;
      change(place === null ? ruleOut.reduce((marks, at) => withMark(marks, at, "x"), marks) : withMark(marks, place, "Q"));
    }
  };
  const key = (name: string, at: number): boolean => {
    if (name.toLowerCase() === "h") void hint();
    else {
      const mark = KEYS[name.toLowerCase()];
      if (mark === undefined) return false;
      change(withMark(marks, at, mark));
    }
    return true;
  };
  useShortcuts(undo, redo);
  const copy = async () => {
    const link = new URL(href("puzzle", address), location.href).href;
    const copied = await navigator.clipboard.writeText(link).then(() => true, () => false);
    setNote(copied ? says.copied : says.notCopied);
  };

  const next = shown?.hint.kind === "step" ? (shown.full ? says.apply : says.more) : says.hint;
  const time = clockText(seconds);
  return (
    <div class="play puzzle">
      <div class="stage">
        <p class="note">{says.rules}</p>
        <p class="puzzle-print-title">
          {title}
          {puzzle.grade && ` (${says.grades[puzzle.grade]})`}: {says.sheet}
        </p>
        <PuzzleBoard
          puzzle={puzzle}
          marks={marks}
          automatic={automatic}
          name="board"
          label={says.boardLabel(n)}
          looks={{ bad, ...(shown && looksOf(puzzle, shown)) }}
          solved={solved}
          onSquare={press}
          onKey={key}
          names={(at) => says.square(puzzle.regions[at]!, marks[at]!, automatic[at] === "x")}
        />
        <p class="note">{says.how()}</p>
      </div>
      <div class="side">
        <Panel title={title}>
          <p class="puzzle-facts">
            <span>{says.queens(queensIn(marks).length, n)}</span>
            {puzzle.grade && (
              <span>
                {says.grade}: {says.grades[puzzle.grade]}
              </span>
            )}
            {timer === "on" && (
              <span>
                {says.time}: <output class="puzzle-time">{time}</output>
              </span>
            )}
          </p>
          <div class="row-of puzzle-actions">
            <button type="button" class="primary one-of" disabled={solved} onClick={hint}>
              {[says.hint, says.more, says.apply].map((label) => (
                <span key={label} aria-hidden={label !== next}>
                  {label}
                </span>
              ))}
            </button>
            <button type="button" disabled={past.length === 0} onClick={undo}>
              {says.undo}
            </button>
            <button type="button" disabled={future.length === 0} onClick={redo}>
              {says.redo}
            </button>
            <button type="button" disabled={marks === emptyMarks(n)} onClick={() => change(emptyMarks(n))}>
              {says.restart}
            </button>
            <button type="button" onClick={copy}>
              {says.link}
            </button>
            <button type="button" onClick={() => print()}>
              {says.print}
            </button>
          </div>
          <div class="puzzle-hint" role="status">
            {solved ? (
              <p class="status solved">{timer === "on" ? says.solved(time) : says.solvedAlone}</p>
            ) : (
              <>
                {bad.length > 0 && <p class="status bad">{says.clash(clashText(puzzle, bad, says))}</p>}
                {bad.length === 0 && emptyUnits(puzzle, automatic).slice(0, 1).map((unit) => <p key={unit.kind} class="status bad">{says.noSquare(unit)}</p>)}
                {shown && <p>{hintText(shown, n, says)}</p>}
              </>
            )}
            {note && <p>{note}</p>}
          </div>
          <div class="choices">
            <label class="check">
              <input type="checkbox" checked={auto === "on"} onChange={(event) => setAuto(event.currentTarget.checked ? "on" : "off")} />
              {says.automatic}
            </label>
            <label class="check">
              <input type="checkbox" checked={timer === "on"} onChange={(event) => setTimer(event.currentTarget.checked ? "on" : "off")} />
              {says.showTimer}
            </label>
          </div>
        </Panel>
        {children}
      </div>
    </div>
  );
}

/** Seconds of play, counted while the page is visible and the puzzle is not solved. */
function useClock(start: number, stopped: boolean): number {
  const [seconds, setSeconds] = useState(start);
  useEffect(() => {
    if (stopped) return;
    const timer = setInterval(() => document.visibilityState === "visible" && setSeconds((seconds) => seconds + 1), 1000);
    return () => clearInterval(timer);
  }, [stopped]);
  return seconds;
}

export const clockText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Ctrl+Z undoes; Ctrl+Y and Ctrl+Shift+Z redo, except in a field for text. */
function useShortcuts(undo: () => void, redo: () => void) {
  const pressed = useCallback((event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLInputElement && event.target.type !== "checkbox";
    if (isField || !(event.ctrlKey || event.metaKey)) return;
    const name = event.key.toLowerCase();
    if (name === "y" || (name === "z" && event.shiftKey)) redo();
    else if (name === "z") undo();
    else return;
    event.preventDefault();
  }, []);
  useEffect(() => {
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [pressed]);
}

function looksOf(puzzle: Puzzle, { hint, full }: Shown): Looks {
  if (hint.kind === "mistake") return { bad: hint.squares };
  if (hint.kind !== "step") return {};
  const { units, because, place, ruleOut } = hint.step;
  const lit = units.flatMap((unit) => squaresOf(puzzle, unit));
  return full ? { because, place, ruleOut } : { units: lit };
}

function hintText({ hint, full }: Shown, n: number, says: PuzzleWords): string {
  switch (hint.kind) {
    case "mistake":
      return says.mistake;
    case "no-solver":
      return says.noSolver;
    case "done":
      return says.nothingLeft;
    case "stuck":
      return says.noRule;
    case "step":
      return full ? says.reason(hint.step, n) : says.look(hint.step);
  }
}

/** The rule that the first clashing queen breaks. */
function clashText(puzzle: Puzzle, bad: number[], says: PuzzleWords): string {
  const first = bad[0]!;
  const second = bad.find((other) => attacks(puzzle, first, other))!;
  const kinds = ["row", "column", "region"] as const;
  const units = kinds.flatMap((kind) => upTo(puzzle.n).map((number): Unit => ({ kind, number })));
  const shared = units.find((unit) => {
    const squares = squaresOf(puzzle, unit);
    return squares.includes(first) && squares.includes(second);
  });
  return shared ? says.sharing(shared) : says.touching;
}
