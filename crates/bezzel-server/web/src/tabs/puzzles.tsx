// Sheets of puzzles to print: four puzzles on a page, and their solutions at the end, as `bezzel puzzle show --sheet` writes them.

import { useEffect, useState } from "preact/hooks";

import { Button, ErrorMessage, NumberField, SelectField, useOpened } from "../parts";
import { type AddressReader, leftAt, useAddress, useTitle } from "../place";
import { PuzzleBoard } from "../puzzle/drawing";
import {
  emptyMarks,
  type Grade,
  isRare,
  LARGEST,
  MAX_SEED,
  type Puzzle,
  randomSeed,
  SMALLEST,
  solvedMarks,
  WANTED_GRADES,
} from "../puzzle/model";
import { newPuzzle } from "../puzzle/solver";
import { upTo } from "../squares";
import { useWords } from "../words";

const MAX_PUZZLES = 32;
const PUZZLES_PER_PAGE = 4;
const SOLUTIONS_PER_PAGE = 16;
/** Distance between the seeds of two puzzles. */
const SEED_STEP = 0x9e3779b1;

/** Equal orders give equal sheets. */
interface Order {
  n: number;
  grade: Grade | "any";
  count: number;
  /** Undefined until puzzles are wanted. */
  seed: number | undefined;
}

function readAddress(address: AddressReader) {
  const n = address.whole("n", SMALLEST, LARGEST, 8);
  const grade = address.one("grade", WANTED_GRADES, "any");
  const count = address.whole("count", 1, MAX_PUZZLES, 8);
  const seed = address.whole("seed", 0, MAX_SEED, undefined);
  return { order: { n, grade, count, seed } };
}

export function PuzzleSheets({ query }: { query: URLSearchParams }) {
  const { puzzle: says, acts } = useWords();
  const [first, faults] = useOpened(query, readAddress);
  const [order, setOrder] = useState<Order>(first.order);
  const { n, grade, count, seed } = order;
  const { made, error } = useMade(order);
  useAddress({ n, grade, count, ...(seed === undefined ? {} : { seed }) });
  useTitle(says.sheets);
  const isBusy = seed !== undefined && made.length < count && error === undefined;
  // Another size, grade or number asks for other puzzles.
  const set = (change: Partial<Order>) => setOrder({ ...order, seed: undefined, ...change });
  return (
    <div class="puzzle-sheets">
      <div class="no-print">
        {faults}
        <h1>{says.sheets}</h1>
        <p class="note">{says.sheetsNote}</p>
        <div class="choices">
          <NumberField label={says.count} value={count} least={1} most={MAX_PUZZLES} onValue={(count) => set({ count })} />
          <NumberField label={says.size} value={n} least={SMALLEST} most={LARGEST} onValue={(n) => set({ n })} />
          <SelectField
            label={says.grade}
            value={grade}
            options={WANTED_GRADES}
            name={(one) => says.grades[one]}
            onValue={(grade) => set({ grade })}
          />
        </div>
        {isRare(n, grade) && <p class="note">{says.rare}</p>}
        <div class="row-of">
          <Button
            class={isBusy || made.length === 0 ? "primary" : ""}
            onClick={() => set({ seed: isBusy ? undefined : randomSeed() })}
            text={isBusy ? acts.stop : says.make}
          />
          <Button
            class={isBusy || made.length === 0 ? "" : "primary"}
            disabled={isBusy || made.length === 0}
            onClick={() => print()}
            text={acts.print}
          />
          <a href={leftAt("puzzle")}>{says.back}</a>
          <span role="status">{isBusy && says.madeOf(made.length, count)}</span>
        </div>
        <ErrorMessage error={error} />
      </div>
      <Pages puzzles={made} />
    </div>
  );
}

/** Makes the puzzles of an order one after another. */
function useMade({ n, grade, count, seed }: Order): { made: Puzzle[]; error: unknown } {
  const [made, setMade] = useState<Puzzle[]>([]);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    setMade([]);
    setError(undefined);
    if (seed === undefined) return;
    const abort = new AbortController();
    const make = async () => {
      for (let k = 0; k < count; k++) {
        const puzzle = await newPuzzle({ n, grade, seed: (seed + Math.imul(k, SEED_STEP)) >>> 0 }, abort.signal);
        if (!puzzle) return;
        setMade((made) => [...made, puzzle]);
      }
    };
    make().catch((error: unknown) => abort.signal.aborted || setError(error));
    return () => abort.abort();
  }, [n, grade, count, seed]);
  return { made, error };
}

const pagesOf = (count: number, size: number): number[][] =>
  upTo(Math.ceil(count / size)).map((page) => upTo(count).slice(page * size, (page + 1) * size));

function Pages({ puzzles }: { puzzles: Puzzle[] }) {
  const says = useWords().puzzle;
  const caption = (at: number) => says.caption(at + 1, puzzles[at]!.grade);
  const figure = (at: number, isSolved: boolean) => {
    const puzzle = puzzles[at]!;
    const marks = isSolved ? solvedMarks(puzzle.solutions![0]!) : emptyMarks(puzzle.n);
    return (
      <figure key={at}>
        <figcaption>{caption(at)}</figcaption>
        <PuzzleBoard puzzle={puzzle} marks={marks} label={caption(at)} name={`${isSolved ? "solution" : "puzzle"}-${at}`} />
      </figure>
    );
  };
  return (
    <>
      {pagesOf(puzzles.length, PUZZLES_PER_PAGE).map((page) => (
        <section key={page[0]}>
          <h2>{says.sheet}</h2>
          <div class={puzzles.length === 1 ? "sheet-puzzles one" : "sheet-puzzles"}>{page.map((at) => figure(at, false))}</div>
        </section>
      ))}
      {pagesOf(puzzles.length, SOLUTIONS_PER_PAGE).map((page) => (
        <section key={page[0]}>
          <h2>{says.solutions}</h2>
          <div class="sheet-solutions">{page.map((at) => figure(at, true))}</div>
        </section>
      ))}
    </>
  );
}
