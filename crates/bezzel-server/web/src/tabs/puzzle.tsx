// Puzzle tab: queens with regions.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { AddressFaults, ErrorMessage, NumberField, Panel, SelectField } from "../parts";
import { AddressReader, href, useTitle } from "../place";
import { ApiError } from "../problem";
import { isDate, today } from "../puzzle/days";
import { Game } from "../puzzle/game";
import { GRADES, type Grade, LARGEST, type Puzzle, puzzleOf, SMALLEST } from "../puzzle/model";
import { analysed, newPuzzle, puzzleOfDay } from "../puzzle/solver";
import { usePuzzleWords } from "../puzzle/words";
import { useWords } from "../words";
import "../puzzle/puzzle.css";

/** The puzzle on the board and where it is from. */
interface Source {
  kind: "day" | "link" | "new";
  /** Undefined until it is made. */
  puzzle: Puzzle | undefined;
  /** Date of a puzzle of a day. */
  day?: string;
  /** The part of the address that names no puzzle. */
  bad?: { link: true } | { day: string };
}

const dated = (day: string): Source => ({ kind: "day", puzzle: undefined, day });

/** The puzzle that an address names: that of a day, or that of its regions. */
function sourceOf(query: URLSearchParams): Source {
  const letters = query.get("regions");
  if (letters !== null) {
    const puzzle = puzzleOf(letters);
    return puzzle ? { kind: "link", puzzle } : { ...dated(today()), bad: { link: true } };
  }
  const day = query.get("day") ?? today();
  return isDate(day) ? dated(day) : { ...dated(today()), bad: { day: day.slice(0, 40) } };
}

/** The size in the address; the puzzle itself names a bad date or bad regions. */
function readAddress(query: URLSearchParams) {
  const address = new AddressReader(query);
  for (const name of ["regions", "day", "title", "placed", "marked"]) address.text(name);
  const n = address.whole("n", SMALLEST, LARGEST, 8);
  return { n, faults: address.finish() };
}

export function PuzzleTab({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const says = usePuzzleWords();
  const [source, setSource] = useState(() => sourceOf(query));
  const first = useMemo(() => readAddress(query), []);
  const [n, setSize] = useState(first.n);
  useTitle(words.tabs.puzzle);
  const [grade, setGrade] = useState<Grade | "any">("any");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const making = useRef<AbortController>(undefined);
  const { puzzle, day } = source;
  // A puzzle of a link is analysed, and one of a day is made.
  useEffect(() => {
    if (puzzle?.solutions === null || (!puzzle && day)) {
      const abort = new AbortController();
      const found = puzzle ? analysed(puzzle, abort.signal) : puzzleOfDay(day!, abort.signal);
      found.then(
        // Another puzzle may have come meanwhile.
        (made) => made && setSource((now) => (now.puzzle === puzzle && now.day === day ? { ...now, puzzle: made } : now)),
        (error: unknown) => abort.signal.aborted || setError(error),
      );
      return () => abort.abort();
    }
    return undefined;
  }, [puzzle?.letters, day]);
  const make = async () => {
    setBusy(true);
    setError(undefined);
    const abort = (making.current = new AbortController());
    try {
      const puzzle = await newPuzzle(n, grade === "any" ? null : grade, abort.signal);
      if (puzzle) setSource({ kind: "new", puzzle });
    } catch (error) {
      if (!abort.signal.aborted) setError(error);
    }
    setBusy(false);
  };
  const go = (day: string) => {
    making.current?.abort();
    setError(undefined);
    setSource(dated(day));
  };
  const chooser = (
    <>
      <AddressFaults faults={first.faults} />
      {source.bad && (
        <p class="note" role="status">
          {"day" in source.bad ? says.badDay(source.bad.day) : says.badLink}
        </p>
      )}
      {puzzle?.solutions === 2 && <p class="error-message">{says.several}</p>}
      {puzzle?.solutions === 0 && <p class="error-message">{says.none}</p>}
      <Panel title={says.new}>
        <div class="choices">
          <NumberField label={says.size} value={n} least={SMALLEST} most={LARGEST} onValue={setSize} />
          <SelectField
            label={says.grade}
            value={grade}
            options={[["any", says.anyGrade], ...GRADES.map((name) => [name, says.grades[name]] as const)]}
            onValue={setGrade}
          />
          <div class="field">
            <label for="puzzle-day">{says.day}</label>
            <input
              id="puzzle-day"
              type="date"
              min="0001-01-01"
              max="9999-12-31"
              value={day ?? ""}
              onChange={(event) => isDate(event.currentTarget.value) && go(event.currentTarget.value)}
            />
          </div>
        </div>
        <div class="row-of" style={{ marginTop: ".7rem" }}>
          <button type="button" onClick={busy ? () => making.current?.abort() : make}>
            {busy ? says.stop : says.new}
          </button>
          <button type="button" onClick={() => go(today())}>
            {says.today}
          </button>
          <a class="button" href={href("puzzles", { n, grade })}>
            {says.sheets}
          </a>
          <span role="status">{busy && says.making}</span>
        </div>
        {error instanceof ApiError && error.code === "no-wasm" ? (
          <p class="error-message" role="alert">
            {says.noSolver}
          </p>
        ) : (
          <ErrorMessage error={error} />
        )}
      </Panel>
    </>
  );
  const title = source.kind === "day" ? says.of(day!) : source.kind === "link" ? says.linked : says.made;
  // The chooser has a place of its own, so that a puzzle that comes leaves focus and clicks in it alone.
  return (
    <div class="play puzzle">
      {puzzle ? (
        <Game key={puzzle.letters} puzzle={puzzle} title={title} says={says} address={day ? { day } : { regions: puzzle.letters }} />
      ) : (
        <div key="making" class="stage">
          <h2>{title}</h2>
          <p role="status">{error === undefined && says.making}</p>
        </div>
      )}
      <div key="chooser" class="side">
        {chooser}
      </div>
    </div>
  );
}
