// One solution for any n by formula: even numbers first, then odd numbers.

import { useState } from "preact/hooks";

import { Board } from "../board";
import { NumberField } from "../parts";
import { queensOf, upTo } from "../squares";
import { useWords } from "../words";

/** The column of each row, 0-based; empty for n = 2 and 3, which have no solution. */
export function constructed(n: number): number[] {
  if (n === 2 || n === 3) return [];
  const evens = upTo(Math.floor(n / 2)).map((k) => 2 * k + 2);
  const odds = upTo(Math.ceil(n / 2)).map((k) => 2 * k + 1);
  if (n % 6 === 2) return from0([...evens, 3, 1, ...odds.slice(3), 5]);
  if (n % 6 === 3) return from0([...evens.slice(1), 2, ...odds.slice(2), 1, 3]);
  return from0([...evens, ...odds]);
}

const from0 = (numbers: number[]) => numbers.map((number) => number - 1);

export function Construct() {
  const words = useWords();
  const [n, setSize] = useState(12);
  const columns = constructed(n);
  const queens = queensOf(columns);
  return (
    <figure class="mini">
      <NumberField label={words.queens} value={n} least={1} most={32} onValue={setSize} />
      <Board n={n} queens={queens} solved labels={n <= 16} label={words.boardLabel(n, queens)} />
      <p role="status">{queens.length ? <code>{words.numbers.shownAll(columns)}</code> : words.learn.noSolution(n)}</p>
    </figure>
  );
}
