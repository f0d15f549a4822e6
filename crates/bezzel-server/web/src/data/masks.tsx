// The three masks in binary. As in written numbers, bit 0 is on the right; the figure therefore
// mirrors the board, and `<< 1` moves to the left on the screen.

import type { Masks, Step } from "../api";
import { allowedColumns, type Given } from "../given";
import { Button } from "../parts";
import { upTo } from "../squares";
import { useWords } from "../words";
import type { DataOf } from "./array";

const bit = (word: number, at: number) => (word >>> at) & 1;

/** Bits from the highest to bit 0. */
const places = (n: number) => upTo(n).reverse();

/** Numbers of the bits, as the head of rows of cells. */
export function BitNumbers({ n }: { n: number }) {
  const words = useWords().data;
  return (
    <div class="bits numbers-of-bits">
      <span class="bits-name">{words.bits}</span>
      {places(n).map((at) => (
        <span key={at} class="index">
          {at}
        </span>
      ))}
    </div>
  );
}

/** What turns the lowest bits of a word. */
interface Turning {
  places: number;
  label: (place: number) => string;
  turn: (place: number) => void;
}

interface BitsProps {
  n: number;
  word: number;
  /** The name of the mask in the program. */
  name: string;
  note?: string;
  lit?: number;
  strong?: boolean;
  turning?: Turning;
}

/** A mask as a row of cells, which may be buttons. */
export function Bits({ n, word, name, note, lit = 0, strong, turning }: BitsProps) {
  const words = useWords();
  return (
    <div class={`bits ${strong ? "strong" : ""}`} style={{ "--n": n }} role={turning && "group"} aria-label={turning && name}>
      <span class="bits-name">
        <code>{name}</code> {note && <span class="note">{note}</span>}
      </span>
      {places(n).map((at) => {
        const value = bit(word, at);
        const look = `cell ${value ? "on" : ""} ${bit(lit, at) ? "lit" : ""}`;
        if (!turning || at >= turning.places)
          return (
            <span key={at} class={look}>
              {value}
            </span>
          );
        const label = words.labelled(turning.label(at), String(value));
        return <Button key={at} class={look} aria-pressed={value === 1} aria-label={label} onClick={() => turning.turn(at)} text={value} />;
      })}
    </div>
  );
}

export function MasksPanel({ n, step, data, given }: { n: number; step: Step; data: DataOf<"masks">; given: Given | undefined }) {
  const { data: words, given: givenWords } = useWords();
  const all = 2 ** n - 1;
  // The call for the next row has not begun, so the variables belong to this row.
  const isShift = step.kind === "masks" && step.event === "masks";
  const masks = isShift ? step.before : data.masks;
  const lowest = step.event === "try" ? 1 << step.square.column : 0;
  const row = rowOf(n, step);
  const allowed = given && row < n ? allowedColumns(n, row, given) : all;
  const free = allowed & ~(masks.columns | masks.diagonals | masks.anti_diagonals);
  const left = isShift ? free & ~(masks.columns ^ step.after.columns) & -(masks.columns ^ step.after.columns) : data.candidates;
  return (
    <>
      <p class="note">{words.masks}</p>
      {step.event === "masks" && <Shifts n={n} row={step.row} before={step.before} after={step.after} queens={step.queens} />}
      {row < n && <p class="array-name">{words.masksOf(row)}</p>}
      <BitNumbers n={n} />
      <Bits n={n} word={masks.columns & all} name="columns" note={words.maskNotes.columns} />
      <Bits n={n} word={masks.diagonals & all} name="diagonals" note={words.maskNotes.diagonals} />
      <Bits n={n} word={masks.anti_diagonals & all} name="anti" note={words.maskNotes.anti} />
      <hr />
      {given && row < n && <Bits n={n} word={allowed} name="board" note={givenWords.mask} />}
      <Bits
        n={n}
        word={(masks.columns | masks.diagonals | masks.anti_diagonals) & all}
        name="columns | anti | diagonals"
        note={words.attacked}
      />
      <Bits n={n} word={free} name={`${given ? "board" : "full"} & ~(columns | anti | diagonals)`} strong />
      <Bits n={n} word={left} name="free" note={words.left} lit={lowest} />
      {lowest > 0 && <Bits n={n} word={lowest} name="queen" note={words.lowest} lit={lowest} />}
    </>
  );
}

/** The row whose masks are shown; n below the last one. */
function rowOf(n: number, step: Step): number {
  if ("square" in step) return step.square.row;
  if (step.kind === "masks-start" && step.event === "masks") return step.row + 1;
  return "row" in step ? step.row : n;
}

/** The OR with the queen and the shift to the next row, bit by bit. */
function Shifts(props: { n: number; row: number; before: Masks; after: Masks; queens: { row: number; column: number }[] }) {
  const { n, row, before, after, queens } = props;
  const { data: words, labelled } = useWords();
  const queen = queens.find((one) => one.row === row)?.column ?? 0;
  const masks = [
    ["columns | queen", before.columns, after.columns, 0],
    ["(diagonals | queen) << 1", before.diagonals, after.diagonals, 1],
    ["(anti | queen) >> 1", before.anti_diagonals, after.anti_diagonals, -1],
  ] as const;
  return (
    <div class="shifts">
      {masks.map(([name, from, to, by]) => (
        <figure key={name}>
          <figcaption>
            <code>{name}</code>
          </figcaption>
          <svg viewBox={`-1 -.05 ${n + 2} 3.6`} role="img" aria-label={labelled(words.masksOf(row + 1), name)}>
            {upTo(n).map((at) => {
              const x = n - 1 - at;
              return (
                <g key={at}>
                  <Digit x={x} y={0} on={bit(from, at) === 1 || at === queen} lit={at === queen} />
                  {(bit(from, at) === 1 || at === queen) && (
                    <line class={at === queen ? "carry lit" : "carry"} x1={x + 0.5} y1={1} x2={x - by + 0.5} y2={2.5} />
                  )}
                  <Digit x={x} y={2.5} on={bit(to, at) === 1} lit={at === queen + by} />
                </g>
              );
            })}
          </svg>
        </figure>
      ))}
    </div>
  );
}

function Digit({ x, y, on, lit }: { x: number; y: number; on: boolean; lit: boolean }) {
  return (
    <g class={`digit ${on ? "on" : ""} ${lit ? "lit" : ""}`}>
      <rect x={x + 0.05} y={y + 0.05} width={0.9} height={0.9} rx={0.12} />
      <text x={x + 0.5} y={y + 0.72}>
        {on ? 1 : 0}
      </text>
    </g>
  );
}
