// Figures of lines through a square, and of codes of negative numbers.

import { useState } from "preact/hooks";

import type { Square } from "../api";
import { Board } from "../board";
import { BitNumbers, Bits } from "../data/masks";
import { attackedMarks } from "../scene";
import { diagonalsThrough } from "../squares";
import { useWords } from "../words";

/** The squares that one queen attacks. */
export function Reach() {
  const words = useWords();
  const n = 8;
  const [queen, setQueen] = useState<Square>({ row: 3, column: 3 });
  const marks = attackedMarks(n, [queen]);
  return (
    <figure class="mini">
      <Board n={n} queens={[queen]} marks={marks} label={words.boardLabel(n, [queen])} onSquare={setQueen} rays={ends(queen, n)} />
      <figcaption>{words.figures.reach}</figcaption>
      <p class="note" role="status">
        {words.figures.reachCount(marks.length, n)}
      </p>
    </figure>
  );
}

/** The row, the column and the two diagonals through a square, from edge to edge. */
function ends({ row, column }: Square, n: number) {
  const last = n - 1;
  const [na, pie] = diagonalsThrough({ row, column }, n);
  return [{ from: { row, column: 0 }, to: { row, column: last } }, { from: { row: 0, column }, to: { row: last, column } }, na, pie];
}

/** The strokes 撇 and 捺 through a square, with their constants. */
export function Strokes() {
  const words = useWords();
  const says = words.figures;
  const n = 8;
  const [at, setAt] = useState<Square>({ row: 3, column: 4 });
  const [na, pie] = diagonalsThrough(at, n);
  const line = ({ from, to }: { from: Square; to: Square }, name: string) => (
    <line class={`stroke ${name}`} x1={from.column + 0.5} y1={from.row + 0.5} x2={to.column + 0.5} y2={to.row + 0.5} />
  );
  return (
    <figure class="mini">
      <Board n={n} queens={[at]} label={words.labelled(says.strokes, words.at(at))} onSquare={setAt}>
        <g class="strokes">
          {line(pie, "pie")}
          {line(na, "na")}
          <text class="pie" x={pie.to.column + 0.5} y={pie.to.row + 0.66}>
            撇
          </text>
          <text class="na" x={na.to.column + 0.5} y={na.to.row + 0.66}>
            捺
          </text>
        </g>
      </Board>
      <p class="row-of" role="status">
        <code class="pie-text">{says.pie(words.numbers.shownSum(at.row + at.column))}</code>
        <code class="na-text">{says.na(at.row - at.column)}</code>
      </p>
      <figcaption>{says.strokes}</figcaption>
    </figure>
  );
}

const WIDTH = 8;
const SIGN = 1 << (WIDTH - 1);
const ALL = 2 ** WIDTH - 1;

/** x and −x in sign and magnitude, ones' complement and two's complement, and x & −x. */
export function Codes() {
  const words = useWords();
  const says = words.figures;
  const [x, setX] = useState(0b0101000);
  const rows: [string, string, number][] = [
    ["x", says.of(x), x],
    ["−x", says.signed, SIGN | x],
    ["−x", says.ones, ~x & ALL],
    ["−x", says.twos, -x & ALL],
    ["", says.lowest, x & -x],
  ];
  // The highest bit of x is its sign.
  const turning = {
    places: WIDTH - 1,
    label: (place: number) => words.learn.bit("x", place),
    turn: (place: number) => setX(x ^ (1 << place)),
  };
  return (
    <figure class="mini">
      <p class="note">{says.change}</p>
      <div class="bit-table">
        <BitNumbers n={WIDTH} />
        {rows.map(([name, note, word], at) => (
          <Bits key={note} n={WIDTH} word={word} name={name} note={note} {...(at === 0 ? { turning } : {})} />
        ))}
      </div>
      <figcaption>{says.codes}</figcaption>
    </figure>
  );
}
