// Puzzle tab: queens with regions.

import { useEffect, useRef, useState } from "preact/hooks";

import type { ReadPuzzle } from "../api";
import { Button, ErrorMessage, NumberField, Panel, SelectField, useOpened } from "../parts";
import { PasteBox } from "../paste";
import { type AddressReader, href, type Query, useTitle } from "../place";
import { PuzzleBoard } from "../puzzle/drawing";
import { Game } from "../puzzle/game";
import {
  type Grade,
  isRare,
  LARGEST,
  MAX_SEED,
  type Puzzle,
  puzzleOf,
  randomSeed,
  SMALLEST,
  solvedMarks,
  WANTED_GRADES,
} from "../puzzle/model";
import { keep, progressIn } from "../puzzle/progress";
import { analysed, newPuzzle, puzzleOfDay } from "../puzzle/solver";
import { useWords } from "../words";

const MS_PER_DAY = 86_400_000;

/** Days since 1970-01-01 of a date such as 2026-11-22. */
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / MS_PER_DAY;

const dateOf = (day: number): string => new Date(day * MS_PER_DAY).toISOString().slice(0, 10);

/** True for a date of the calendar from 0001-01-01 to 9999-12-31. */
const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !text.startsWith("0000") && Number.isInteger(dayOf(text)) && dateOf(dayOf(text)) === text;

/** Today in the time zone of the browser, such as 2026-11-22. */
function today(): string {
  const now = new Date();
  return dateOf((now.getTime() - now.getTimezoneOffset() * 60_000) / MS_PER_DAY);
}

/** A puzzle to be made; equal orders give equal puzzles. */
interface Order {
  n: number;
  grade: Grade | "any";
  seed: number;
}

/** The puzzle on the board and where it is from: a day, an order, or the regions of a link. */
interface Source {
  /** Undefined until it is made. */
  puzzle: Puzzle | undefined;
  day?: string;
  order?: Order;
  /** How often a puzzle was pasted. */
  pasted?: number;
}

const dated = (day: string): Source => ({ puzzle: undefined, day });

/** The puzzle that an address names by its regions, or by a day, or by size, grade and seed; otherwise that of today. */
function readAddress(address: AddressReader): { source: Source; n: number; grade: Grade | "any" } {
  const letters = address.text("regions");
  const day = letters === null ? address.text("day") : null;
  const isOrder = letters === null && day === null && ["n", "grade", "seed"].some((name) => address.text(name) !== null);
  const n = isOrder ? address.whole("n", SMALLEST, LARGEST, 8) : 8;
  const grade = isOrder ? address.one("grade", WANTED_GRADES, "any") : "any";
  const seed = isOrder ? address.whole("seed", 0, MAX_SEED, undefined) : undefined;
  const source = (): Source => {
    if (isOrder) return { puzzle: undefined, order: { n, grade, seed: seed ?? randomSeed() } };
    const puzzle = letters === null ? null : puzzleOf(letters);
    if (puzzle) return { puzzle };
    const used = today();
    if (letters !== null) address.fault({ name: "regions", value: letters, accepted: { like: "AABBB…" }, used });
    if (day === null || isDate(day)) return dated(day ?? used);
    address.fault({ name: "day", value: day, accepted: { like: "2026-11-22" }, used });
    return dated(used);
  };
  return { source: source(), n, grade };
}

/** The address of a puzzle, which is short except for one of a link. */
const addressOf = ({ day, order, puzzle }: Source): Query =>
  day
    ? { day }
    : order
      ? { n: order.n, ...(order.grade === "any" ? {} : { grade: order.grade }), seed: order.seed }
      : { regions: puzzle!.letters };

export function PuzzleTab({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const says = words.puzzle;
  const [first, faults] = useOpened(query, readAddress);
  const [source, setSource] = useState(first.source);
  const [n, setSize] = useState(first.n);
  useTitle(words.tabs.puzzle);
  const [grade, setGrade] = useState(first.grade);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const making = useRef<AbortController>(undefined);
  const { puzzle, day, order } = source;
  // A puzzle of a link is analysed, and the others are made.
  useEffect(() => {
    if (puzzle?.solutions) return;
    const abort = new AbortController();
    const found = puzzle ? analysed(puzzle, abort.signal) : order ? newPuzzle(order, abort.signal) : puzzleOfDay(day!, abort.signal);
    found.then(
      // Another puzzle may have come meanwhile.
      (made) =>
        made && setSource((now) => (now.puzzle === puzzle && now.day === day && now.order === order ? { ...now, puzzle: made } : now)),
      (error: unknown) => abort.signal.aborted || setError(error),
    );
    return () => abort.abort();
  }, [puzzle?.letters, day, order]);
  const make = async () => {
    setBusy(true);
    setError(undefined);
    const abort = (making.current = new AbortController());
    try {
      const order = { n, grade, seed: randomSeed() };
      const puzzle = await newPuzzle(order, abort.signal);
      if (puzzle) setSource({ puzzle, order });
    } catch (error) {
      if (!abort.signal.aborted) setError(error);
    }
    setBusy(false);
  };
  const take = (source: Source) => {
    making.current?.abort();
    setError(undefined);
    setSource(source);
  };
  const go = (day: string) => take(dated(day));
  const play = ({ regions, marks }: ReadPuzzle) => {
    const pasted = puzzleOf(regions.join(""))!;
    const [marked, progress] = [marks.join(""), progressIn(pasted.letters)];
    // A puzzle that was played goes on from there.
    if (/[Qx]/.test(marked) && !/[Qx]/.test(progress?.marks ?? ""))
      keep(pasted.letters, { seconds: 0, hints: 0, ...progress, marks: marked });
    take({ puzzle: pasted.letters === puzzle?.letters ? puzzle : pasted, pasted: (source.pasted ?? 0) + 1 });
  };
  const chooser = (
    <>
      {faults}
      {puzzle?.solutions && !day && !order && <Solutions puzzle={puzzle} />}
      <Panel title={says.new}>
        <div class="choices">
          <NumberField label={says.size} value={n} least={SMALLEST} most={LARGEST} onValue={setSize} />
          <SelectField label={says.grade} value={grade} options={WANTED_GRADES} name={(one) => says.grades[one]} onValue={setGrade} />
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
        {isRare(n, grade) && <p class="note">{says.rare}</p>}
        <div class="row-of" style={{ marginTop: ".7rem" }}>
          <Button onClick={busy ? () => making.current?.abort() : make} text={busy ? words.acts.stop : says.new} />
          <Button onClick={() => go(today())} text={says.today} />
          <a class="button" href={href("puzzles", { n, grade })}>
            {says.sheets}
          </a>
          <span role="status">{busy && says.making}</span>
        </div>
        <ErrorMessage error={error} />
      </Panel>
      <PasteBox onPuzzle={play} />
    </>
  );
  const title = day ? says.of(day) : order ? says.new : source.pasted ? says.pasted : says.linked;
  // The chooser has a place of its own, so that a puzzle that comes leaves focus and clicks in it alone.
  return (
    <div class="play puzzle">
      {puzzle ? (
        <Game key={`${puzzle.letters} ${source.pasted}`} puzzle={puzzle} title={title} address={addressOf(source)} />
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

/** Says how many solutions a puzzle has, and shows two of several. */
function Solutions({ puzzle: { certain, ...puzzle } }: { puzzle: Puzzle }) {
  const says = useWords().puzzle;
  const { length } = puzzle.solutions!;
  if (!certain) return <p class="note">{says.undecided}</p>;
  if (length === 1) return <p class="note">{says.unique}</p>;
  return (
    <>
      <p class="error-message">{length === 0 ? says.none : says.several}</p>
      <div class="sheet-puzzles">
        {puzzle.solutions!.map((columns, at) => (
          <PuzzleBoard key={at} puzzle={puzzle} marks={solvedMarks(columns)} label={says.solution(at + 1)} name={`solution-${at}`} />
        ))}
      </div>
    </>
  );
}
