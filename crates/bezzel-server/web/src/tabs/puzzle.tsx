// Puzzle tab: queens with regions.

import { useEffect, useMemo, useState } from "preact/hooks";

import { ApiError } from "../api";
import { AddressFaults, ErrorMessage, NumberField, Panel, SelectField } from "../parts";
import { AddressReader, useTitle } from "../place";
import { useWords } from "../words";
import { dayOf, puzzleOfDay, storedPuzzle, storedPuzzles, today } from "../puzzle/days";
import { en } from "../puzzle/en";
import { Game } from "../puzzle/game";
import { GRADES, puzzleOf, type Grade, type Puzzle } from "../puzzle/model";
import { analysed, newPuzzle } from "../puzzle/sources";
import { zh } from "../puzzle/zh";
import "../puzzle/puzzle.css";

/** The puzzle on the board and where it is from. */
interface Source {
  puzzle: Puzzle;
  /** Date of a puzzle of a day. */
  day?: string;
  kind: "day" | "link" | "new";
  note?: "badLink" | "stored";
}

/** Errors that mean that no server makes puzzles. */
const WITHOUT_SERVER: ApiError["code"][] = ["unreachable", "needs-machine"];

const dated = (day: string): Source => ({ puzzle: puzzleOfDay(day), day, kind: "day" });

const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && Number.isInteger(dayOf(text));

/** The puzzle that an address names: that of a day, or that of its regions. */
function sourceOf(query: URLSearchParams): Source {
  const letters = query.get("regions");
  if (letters !== null) {
    const puzzle = puzzleOf(letters);
    return puzzle ? { puzzle: storedPuzzle(puzzle.letters) ?? puzzle, kind: "link" } : { ...dated(today()), note: "badLink" };
  }
  const day = query.get("day");
  if (day === null) return dated(today());
  return isDate(day) ? dated(day) : { ...dated(today()), note: "badLink" };
}

/** The size in the address; the puzzle itself names a bad date or bad regions. */
function readAddress(query: URLSearchParams) {
  const address = new AddressReader(query);
  for (const name of ["regions", "day", "title", "placed", "marked"]) address.text(name);
  const n = address.whole("n", 5, 12, 8);
  return { n, faults: address.finish() };
}

export function PuzzleTab({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const says = words.code === "en" ? en : zh;
  const [source, setSource] = useState(() => sourceOf(query));
  const first = useMemo(() => readAddress(query), []);
  const [n, setSize] = useState(first.n);
  useTitle(words.tabs.puzzle);
  const [grade, setGrade] = useState<Grade | "any">("any");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    // A puzzle from a link has no steps yet. Without a server it is played without hints.
    if (source.puzzle.solutions !== null) return;
    analysed(source.puzzle).then(
      (puzzle) => setSource((now) => (now.puzzle.letters === puzzle.letters ? { ...now, puzzle } : now)),
      (error: unknown) => error instanceof ApiError && !WITHOUT_SERVER.includes(error.code) && setError(error),
    );
  }, [source.puzzle.letters]);
  const make = async () => {
    setBusy(true);
    setError(undefined);
    const wanted = grade === "any" ? undefined : grade;
    try {
      setSource({ puzzle: await newPuzzle(n, wanted), kind: "new" });
    } catch (error) {
      const stored = error instanceof ApiError && WITHOUT_SERVER.includes(error.code) ? anyStored(n, wanted) : undefined;
      if (stored) setSource({ puzzle: stored, kind: "new", note: "stored" });
      else setError(error);
    }
    setBusy(false);
  };
  const title = source.kind === "day" ? says.of(source.day!) : source.kind === "link" ? says.linked : says.made;
  return (
    <Game key={source.puzzle.letters} puzzle={source.puzzle} title={title} says={says} address={source.day ? { day: source.day } : { regions: source.puzzle.letters }}>
      <AddressFaults faults={first.faults} />
      {source.note && (
        <p class="note" role="status">
          {says[source.note]}
        </p>
      )}
      {source.puzzle.solutions === 2 && <p class="error-message">{says.several}</p>}
      {source.puzzle.solutions === 0 && <p class="error-message">{says.none}</p>}
      <Panel title={says.new}>
        <div class="choices">
          <NumberField label={says.size} value={n} least={5} most={12} onValue={setSize} />
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
              value={source.day ?? ""}
              onChange={(event) => isDate(event.currentTarget.value) && setSource(dated(event.currentTarget.value))}
            />
          </div>
        </div>
        <div class="row-of" style={{ marginTop: ".7rem" }}>
          <button type="button" disabled={busy} onClick={make}>
            {says.new}
          </button>
          <button type="button" onClick={() => setSource(dated(today()))}>
            {says.today}
          </button>
          <span role="status">{busy && says.making}</span>
        </div>
        <ErrorMessage error={error} />
      </Panel>
    </Game>
  );
}

/** A stored puzzle, if possible of this size and grade. */
function anyStored(n: number, grade: Grade | undefined): Puzzle | undefined {
  let other: Puzzle | undefined;
  for (const puzzle of storedPuzzles()) {
    if (puzzle.n === n && (!grade || puzzle.grade === grade)) return puzzle;
    other ??= puzzle;
  }
  return other;
}
