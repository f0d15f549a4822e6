// A game: the board, its marks, hints and the clock.

import { useEffect, useRef, useState } from "preact/hooks";

import type { NextStep } from "../api";
import { useHistory } from "../history";
import { Button, Check, CopyLink, ErrorMessage, Panel } from "../parts";
import { href, type Query, useAddress, useRemembered, useTab } from "../place";
import { useWords } from "../words";
import { type Looks, PuzzleBoard } from "./drawing";
import type { PuzzleWords } from "./en";
import {
  attacks,
  clashes,
  crossed,
  emptyMarks,
  emptyUnits,
  indexOf,
  isSolved,
  type Marks,
  type Puzzle,
  queensIn,
  squaresOf,
  unitsOf,
  withMark,
  withStep,
} from "./model";
import { usePointer } from "./pointer";
import { keep, onOtherWindow, type Progress, progressIn } from "./progress";
import { nextHint } from "./solver";

/** Keys that set a mark. */
const KEYS: Record<string, string> = { q: "Q", x: "x", delete: ".", backspace: ".", ".": "." };

interface Props {
  puzzle: Puzzle;
  title: string;
  address: Query;
}

/** Marks, and the time and the hints before the game was started again. */
interface Position {
  marks: Marks;
  secondsBefore: number;
  hintsBefore: number;
}

/** A hint and how much of it is shown: its units, or its squares too. */
interface Shown {
  answer: NextStep;
  full: boolean;
}

export function Game({ puzzle, title, address }: Props) {
  const { puzzle: says, acts } = useWords();
  const { n, letters } = puzzle;
  const [stored] = useState(() => progressIn(letters));
  const history = useHistory<Position>(
    () => ({ marks: stored?.marks ?? emptyMarks(n), secondsBefore: 0, hintsBefore: 0 }),
    () => setShown(undefined),
  );
  const { marks, secondsBefore, hintsBefore } = history.now;
  const [auto, setAuto] = useRemembered("puzzle-crosses", ["on", "off"], "off");
  const [timer, setTimer] = useRemembered("puzzle-timer", ["on", "off"], "on");
  const [shown, setShown] = useState<Shown | undefined>();
  const [error, setError] = useState<unknown>();
  const [allHints, setAllHints] = useState(stored?.hints ?? 0);
  useAddress(address);

  const solved = isSolved(puzzle, marks);
  const automatic = auto === "on" ? crossed(puzzle, marks) : marks;
  const bad = clashes(puzzle, marks);
  const [allSeconds, setAllSeconds] = useClock(stored?.seconds ?? 0, solved);
  const progress: Progress = { marks, seconds: allSeconds - secondsBefore, hints: allHints - hintsBefore };
  const take = (other: Progress) => {
    if (other.marks !== marks) {
      history.change({ marks: other.marks, secondsBefore: 0, hintsBefore: 0 });
      setShown(undefined);
    }
    setAllSeconds(other.seconds + (other.marks === marks ? secondsBefore : 0));
    setAllHints(other.hints + (other.marks === marks ? hintsBefore : 0));
  };
  useStored(letters, progress, take);

  const show = (position: Position, isNext = true) => {
    if (position.marks !== marks) (isNext ? history.change : history.replace)(position);
    setShown(undefined);
  };
  const change = (marks: Marks, isNext = true) => show({ ...history.now, marks }, isNext);
  const restart = () => show({ marks: emptyMarks(n), secondsBefore: allSeconds, hintsBefore: allHints });
  const latest = useRef(automatic);
  latest.current = automatic;
  const press = (at: number) => change(withMark(marks, at, marks[at] === "." ? "x" : marks[at] === "x" ? "Q" : "."));
  const queen = (at: number) => change(withMark(marks, at, marks[at] === "Q" ? "." : "Q"));
  const pointer = usePointer(n, { marks, draw: change, queen });
  const hint = async () => {
    if (solved) return;
    const step = shown?.answer.hint;
    setError(undefined);
    if (!step) {
      const answer = await nextHint(puzzle, automatic).catch(setError);
      // The player may have gone on while the module was loaded.
      if (!answer || latest.current !== automatic) return;
      setShown({ answer, full: false });
      if (answer.hint || answer.wrong.length > 0) setAllHints(allHints + 1);
    } else if (!shown.full) setShown({ ...shown, full: true });
    else change(withStep(marks, step));
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
  const next = shown?.answer.hint ? (shown.full ? says.apply : says.more) : acts.hint;
  const time = clockText(progress.seconds);
  const [empty] = emptyUnits(puzzle, automatic);
  return (
    <>
      <div class="stage">
        <p class="note">{says.rules}</p>
        <p class="puzzle-print-title">{says.printed(title, puzzle.grade)}</p>
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
          pointer={pointer}
          names={(at) => says.square(puzzle.regions[at]!, marks[at]!, automatic[at] === "x")}
        />
        <p class="note">{says.how}</p>
      </div>
      <div class="side">
        <Panel title={title}>
          <p class="puzzle-facts">
            <span>{says.queens(queensIn(marks).length, n)}</span>
            {puzzle.grade && <span>{says.graded(puzzle.grade)}</span>}
            {timer === "on" && (
              <span>
                {says.time}
                <output class="puzzle-time">{time}</output>
              </span>
            )}
          </p>
          <div class="row-of puzzle-actions">
            <button type="button" class="primary one-of" disabled={solved} onClick={hint}>
              {[acts.hint, says.more, says.apply].map((label) => (
                <span key={label} aria-hidden={label !== next}>
                  {label}
                </span>
              ))}
            </button>
            <Button disabled={!history.canUndo} onClick={history.undo} text={acts.undo} />
            <Button disabled={!history.canRedo} onClick={history.redo} text={acts.redo} />
            <Button disabled={marks === emptyMarks(n)} onClick={restart} text={says.restart} />
            <CopyLink place={href("puzzle", address)} label={acts.link} />
            <Button onClick={() => print()} text={acts.print} />
          </div>
          <div class="puzzle-hint" role="status">
            {solved ? (
              <p class="status solved">{says.solved(timer === "on" ? time : undefined, progress.hints)}</p>
            ) : (
              <>
                {bad.length > 0 && <p class="status bad">{says.clash(clashText(puzzle, bad, says))}</p>}
                {bad.length === 0 && empty && <p class="status bad">{says.noSquare(empty)}</p>}
                {shown && <p>{hintText(shown, says)}</p>}
                <ErrorMessage error={error} />
              </>
            )}
          </div>
          <div class="choices">
            <Check label={says.automatic} value={auto === "on"} onValue={(isOn) => setAuto(isOn ? "on" : "off")} />
            <Check label={says.showTimer} value={timer === "on"} onValue={(isOn) => setTimer(isOn ? "on" : "off")} />
          </div>
        </Panel>
      </div>
    </>
  );
}

/** Seconds of play, counted while the tab is on the screen and the puzzle is not solved. */
function useClock(start: number, solved: boolean): [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState(start);
  const { shown } = useTab();
  useEffect(() => {
    if (solved || !shown) return;
    const timer = setInterval(() => document.visibilityState === "visible" && setSeconds((seconds) => seconds + 1), 1000);
    return () => clearInterval(timer);
  }, [solved, shown]);
  return [seconds, setSeconds];
}

/** Keeps the progress after each change of the marks, and the time when the tab is left; takes that of other windows. */
function useStored(letters: string, progress: Progress, take: (other: Progress) => void) {
  const { shown } = useTab();
  const latest = useRef({ progress, take });
  latest.current = { progress, take };
  /** The marks in the storage. */
  const kept = useRef(progress.marks);
  const { marks } = progress;
  useEffect(() => {
    if (kept.current === marks) return;
    kept.current = marks;
    keep(letters, latest.current.progress);
  }, [marks]);
  useEffect(() => {
    if (!shown) return;
    const look = () => {
      const other = progressIn(letters);
      if (!other || other.marks === kept.current) return;
      kept.current = other.marks;
      latest.current.take(other);
    };
    look();
    const leave = () => progressIn(letters)?.marks === kept.current && keep(letters, latest.current.progress);
    const hide = () => document.visibilityState === "hidden" && leave();
    const stopLooking = onOtherWindow(look);
    addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", hide);
    return () => {
      leave();
      stopLooking();
      removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", hide);
    };
  }, [shown, letters]);
}

const clockText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function looksOf(puzzle: Puzzle, { answer: { hint, wrong }, full }: Shown): Looks {
  if (!hint) return wrong.length > 0 ? { bad: wrong.map((square) => indexOf(square, puzzle.n)) } : {};
  return full ? { step: hint } : { lit: hint.units.flatMap((unit) => squaresOf(puzzle, unit)) };
}

function hintText({ answer: { hint, wrong }, full }: Shown, says: PuzzleWords): string {
  if (!hint) return wrong.length > 0 ? says.mistake : says.noRule;
  return full ? says.reason(hint) : says.look(hint);
}

/** The rule that the first clashing queen breaks. */
function clashText(puzzle: Puzzle, bad: number[], says: PuzzleWords): string {
  const first = bad[0]!;
  const second = bad.find((other) => attacks(puzzle, first, other))!;
  const shared = unitsOf(puzzle.n).find((unit) => {
    const squares = squaresOf(puzzle, unit);
    return squares.includes(first) && squares.includes(second);
  });
  return shared ? says.sharing(shared) : says.touching;
}
