// A game: the board, its marks, hints and the clock.

import { useEffect, useRef, useState } from "preact/hooks";

import { useHistory } from "../history";
import { Button, Check, CopyLink, Panel } from "../parts";
import { href, type Query, useAddress, useRemembered, useTab } from "../place";
import { type Looks, PuzzleBoard } from "./drawing";
import type { PuzzleWords } from "./en";
import {
  attacks,
  clashes,
  crossed,
  emptyMarks,
  emptyUnits,
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
import { type Hint, nextHint } from "./solver";

/** Keys that set a mark. */
const KEYS: Record<string, string> = { q: "Q", x: "x", delete: ".", backspace: ".", ".": "." };

interface Props {
  puzzle: Puzzle;
  title: string;
  says: PuzzleWords;
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
  hint: Hint;
  full: boolean;
}

export function Game({ puzzle, title, says, address }: Props) {
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
    if (shown?.hint.kind !== "step") {
      const hint = await nextHint(puzzle, automatic);
      // The player may have gone on while the module was loaded.
      if (latest.current !== automatic) return;
      setShown({ hint, full: false });
      if (hint.kind === "step" || hint.kind === "mistake") setAllHints(allHints + 1);
    } else if (!shown.full) setShown({ ...shown, full: true });
    else change(withStep(marks, shown.hint.step));
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
  const next = shown?.hint.kind === "step" ? (shown.full ? says.apply : says.more) : says.hint;
  const time = clockText(progress.seconds);
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
              {[says.hint, says.more, says.apply].map((label) => (
                <span key={label} aria-hidden={label !== next}>
                  {label}
                </span>
              ))}
            </button>
            <Button disabled={!history.canUndo} onClick={history.undo} text={says.undo} />
            <Button disabled={!history.canRedo} onClick={history.redo} text={says.redo} />
            <Button disabled={marks === emptyMarks(n)} onClick={restart} text={says.restart} />
            <CopyLink place={href("puzzle", address)} label={says.link} />
            <Button onClick={() => print()} text={says.print} />
          </div>
          <div class="puzzle-hint" role="status">
            {solved ? (
              <p class="status solved">{says.solved(timer === "on" ? time : undefined, progress.hints)}</p>
            ) : (
              <>
                {bad.length > 0 && <p class="status bad">{says.clash(clashText(puzzle, bad, says))}</p>}
                {bad.length === 0 &&
                  emptyUnits(puzzle, automatic)
                    .slice(0, 1)
                    .map((unit) => (
                      <p key={unit.kind} class="status bad">
                        {says.noSquare(unit)}
                      </p>
                    ))}
                {shown && <p>{hintText(shown, n, says)}</p>}
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
  const shared = unitsOf(puzzle.n).find((unit) => {
    const squares = squaresOf(puzzle, unit);
    return squares.includes(first) && squares.includes(second);
  });
  return shared ? says.sharing(shared) : says.touching;
}
