// Interactive figures of the text.

import { useState } from "preact/hooks";
import { api, LIMITS, type MethodName, type Square } from "../api";
import { Board } from "../board";
import { RECORDS } from "../count/records";
import { Bits } from "../data/masks";
import { Comparison, DataPanel } from "../data/panel";
import { Button, ErrorMessage, NumberField, Table, useLoaded } from "../parts";
import { href } from "../place";
import { MiniPlayer } from "../player";
import { PuzzleBoard } from "../puzzle/drawing";
import { emptyMarks, type Marks, puzzleOf, type Rule, type Step, withStep } from "../puzzle/model";
import { nextHint } from "../puzzle/solver";
import { racesOf, useRaces } from "../races";
import { attackedMarks, sceneOfQueens } from "../scene";
import { conflicts, has, isAttacked, queensOf, same, squaresOf, upTo } from "../squares";
import { TreeView } from "../treeview";
import { duration, grouped, signed, useNumbering, useWords } from "../words";
import { NAMES } from "../words/methods";
import { Codes, Reach, Strokes } from "./lines";
import { Tutorials } from "./tutorials";

const FIGURES = {
  play: () => <Play />,
  powers: () => <Powers />,
  "brute-run": () => <Stepper method="brute-force" n={4} />,
  tree: () => <Stepper method="slope-test" n={4} tree />,
  slope: () => <Slope />,
  "slope-run": () => <Stepper method="slope-test" n={6} />,
  "border-run": () => <Stepper method="bordered-board" n={5} />,
  framed: () => <TextForm notation="coordinates" />,
  strings: () => <TextForm notation="leetcode" />,
  diagonals: () => <DiagonalNumbers />,
  "marker-run": () => <Stepper method="diagonal-markers" n={5} />,
  bits: () => <BitTricks />,
  "mask-run": () => <Stepper method="bitmask" n={6} />,
  "last-run": () => <Stepper method="last-column" n={5} />,
  "link-run": () => <Stepper method="linked-columns" n={6} />,
  symmetry: () => <Images />,
  "mirror-run": () => <Stepper method="mirrored-bitmask" n={6} />,
  "colour-run": () => <Stepper method="colour-split" n={5} />,
  codes: () => <Codes />,
  reach: () => <Reach />,
  strokes: () => <Strokes />,
  table: () => <MethodTable />,
  tutorials: () => <Tutorials />,
  known: () => <Known />,
  construct: () => <Construct />,
  "puzzle-rules": () => <PuzzleRules />,
};

export type FigureName = keyof typeof FIGURES;

export function Figure({ name }: { name: FigureName }) {
  return FIGURES[name]();
}

/** A method with controls and its data structures or decision tree. */
function Stepper({ method, n, tree }: { method: MethodName; n: number; tree?: boolean }) {
  const words = useWords();
  return (
    <MiniPlayer method={method} n={n}>
      {(run) => (
        <>
          {tree ? <TreeView n={n} nodes={run.shown.tree} /> : <DataPanel method={method} n={n} step={run.shown.step} />}
          <p class="no-print">
            <a href={href("methods", { method, n, step: run.shown.at })}>{words.learn.openMethod(words.methods[method])}</a>
          </p>
        </>
      )}
    </MiniPlayer>
  );
}

function Play() {
  const words = useWords();
  const n = 8;
  const [queens, setQueens] = useState<Square[]>([]);
  const pairs = conflicts(queens);
  const solved = queens.length === n && pairs.length === 0;
  const toggle = (square: Square) => setQueens(has(queens, square) ? queens.filter((queen) => !same(queen, square)) : [...queens, square]);
  return (
    <figure class="mini">
      <Board
        n={n}
        {...sceneOfQueens(queens, attackedMarks(n, queens))}
        label={words.boardLabel(n, queens)}
        solved={solved}
        onSquare={toggle}
      />
      <p class="status" role="status">
        {words.board.status(queens.length, n)}
        {solved ? ` · ${words.board.solved}` : pairs.length > 0 && ` · ${words.board.conflicts(pairs.length)}`}
      </p>
    </figure>
  );
}

/** nⁿ, n! and Q(n) side by side. */
function Powers() {
  const rows = RECORDS.filter(({ n }) => n >= 4 && n <= 12);
  const factorial = (n: number): bigint => (n < 2 ? 1n : BigInt(n) * factorial(n - 1));
  return (
    <Table
      class="mini"
      label="nⁿ, n!, Q(n)"
      heads={["n", "nⁿ", "n!", "Q(n)"]}
      rows={rows.map(({ n, solutions }) => ({
        key: n,
        cells: [n, grouped(String(BigInt(n) ** BigInt(n))), grouped(String(factorial(n))), grouped(solutions)],
      }))}
    />
  );
}

const PLACED: Square[] = [
  { row: 0, column: 1 },
  { row: 1, column: 5 },
];

/** Two fixed queens and a third one, which the reader moves and which is compared with each. */
function Slope() {
  const words = useWords();
  const [third, setThird] = useState<Square>({ row: 2, column: 3 });
  const n = 8;
  const queens = [...PLACED, third];
  return (
    <figure class="mini">
      <Board
        n={n}
        queens={queens}
        label={words.boardLabel(n, queens)}
        rays={PLACED.map((placed) => ({ from: placed, to: third }))}
        marks={[[third, isAttacked(third, PLACED) ? "conflict" : "placed"]]}
        onSquare={(square) => PLACED.some((placed) => same(square, placed)) || setThird(square)}
      />
      <div role="status">
        {PLACED.map((placed) => (
          <Comparison key={placed.row} square={third} other={placed} />
        ))}
      </div>
    </figure>
  );
}

function DiagonalNumbers() {
  const { shownSum } = useNumbering();
  const [at, setAt] = useState<Square>({ row: 2, column: 4 });
  return (
    <div class="mini side-by-side">
      <Numbered name="r − c" number={(square) => square.row - square.column} at={at} choose={setAt} />
      <Numbered name="r + c" number={(square) => shownSum(square.row + square.column)} at={at} choose={setAt} />
    </div>
  );
}

function Numbered(props: { name: string; number: (square: Square) => number; at: Square; choose: (square: Square) => void }) {
  const { name, number, at, choose } = props;
  const n = 8;
  const value = number(at);
  const label = (square: Square) => `${name} = ${signed(number(square))}`;
  return (
    <figure>
      <Board n={n} queens={[]} label={label(at)} onSquare={choose} names={label}>
        <g class="numbers">
          {squaresOf(n).map((square) => {
            const { row, column } = square;
            return (
              <g key={`${row} ${column}`}>
                {number(square) === value && <rect class="on" x={column} y={row} width={1} height={1} />}
                <text x={column + 0.5} y={row + 0.63}>
                  {signed(number(square))}
                </text>
              </g>
            );
          })}
        </g>
      </Board>
      <figcaption>{label(at)}</figcaption>
    </figure>
  );
}

const WIDTH = 8;
const ALL = 2 ** WIDTH - 1;

function BitTricks() {
  const says = useWords().learn;
  const [x, setX] = useState(0b00110110);
  const [y, setY] = useState(0b00111010);
  const rows: [string, number][] = [
    ["x & y", x & y],
    ["x | y", x | y],
    ["x ^ y", x ^ y],
    ["~x", ~x],
    ["−x = ~x + 1", -x],
    ["x & −x", x & -x],
    ["x − 1", x - 1],
    ["x & (x − 1)", x & (x - 1)],
    ["x << 1", x << 1],
    ["x >> 1", x >> 1],
    ["(1 << 8) − 1", ALL],
  ];
  const turning = (name: string, word: number, set: (word: number) => void) => ({
    places: WIDTH,
    label: (place: number) => says.bit(name, place),
    turn: (place: number) => set(word ^ (1 << place)),
  });
  return (
    <figure class="mini">
      <div class="bit-table">
        <Bits n={WIDTH} word={x} name={`x = ${x}`} turning={turning("x", x, setX)} />
        <Bits n={WIDTH} word={y} name={`y = ${y}`} turning={turning("y", y, setY)} />
        {rows.map(([name, value]) => (
          <Bits key={name} n={WIDTH} word={value} name={name} />
        ))}
      </div>
    </figure>
  );
}

const SOLUTIONS = [
  [0, 4, 7, 5, 2, 6, 1, 3],
  [2, 4, 1, 7, 0, 6, 3, 5],
];

function Images() {
  const words = useWords();
  const [chosen, setChosen] = useState(0);
  const columns = SOLUTIONS[chosen]!;
  const n = columns.length;
  const { value: orbit } = useLoaded(() => api.orbit({ n, queens: queensOf(columns) }), chosen);
  return (
    <figure class="mini">
      <div class="row-of">
        {SOLUTIONS.map((columns, at) => (
          <button key={at} type="button" aria-pressed={at === chosen} class={at === chosen ? "primary" : ""} onClick={() => setChosen(at)}>
            <code>{words.numbers.shownAll(columns)}</code>
          </button>
        ))}
      </div>
      {orbit && <p>{[words.board.orbitOf(orbit.size), words.board.classes[orbit.symmetry]].join(words.comma)}</p>}
      <div class="images">
        {orbit?.images.map((image) => (
          <figure key={image.symmetry}>
            <Board n={n} queens={queensOf(image.rows)} labels={false} label={words.boardLabel(n, queensOf(image.rows))} />
            <figcaption>{words.symmetries[image.symmetry]}</figcaption>
          </figure>
        ))}
      </div>
    </figure>
  );
}

function Known() {
  const words = useWords();
  const known = RECORDS.slice(17).map(({ n, solutions, by, year }) => ({
    key: n,
    cells: [n, grouped(solutions), `${by ?? ""} ${year ? `(${year})` : ""}`],
  }));
  return (
    <Table
      class="mini"
      label={words.count.history}
      heads={["n", "Q(n)", words.count.who]}
      texts={[2]}
      rows={[...known, { key: 28, cells: [28, "?", ""] }]}
    />
  );
}

/** The column of each row, 0-based; empty for n = 2 and 3, which have no solution. */
function constructed(n: number): number[] {
  if (n === 2 || n === 3) return [];
  const evens = upTo(Math.floor(n / 2)).map((k) => 2 * k + 2);
  const odds = upTo(Math.ceil(n / 2)).map((k) => 2 * k + 1);
  if (n % 6 === 2) return from0([...evens, 3, 1, ...odds.slice(3), 5]);
  if (n % 6 === 3) return from0([...evens.slice(1), 2, ...odds.slice(2), 1, 3]);
  return from0([...evens, ...odds]);
}

const from0 = (numbers: number[]) => numbers.map((number) => number - 1);

function Construct() {
  const words = useWords();
  const [n, setSize] = useState(12);
  const columns = constructed(n);
  const queens = queensOf(columns);
  return (
    <figure class="mini">
      <NumberField label={words.queens} value={n} least={1} most={32} onValue={setSize} />
      <Board n={n} queens={queens} solved labels={n <= 16} label={words.boardLabel(n, queens)} />
      <p role="status">{queens.length ? <code>{words.numbers.shownAll(columns)}</code> : words.given.none(n, 0, 0)}</p>
    </figure>
  );
}

const N = 6;

/** The strings of a solution as LeetCode has them, one below another. */
const strings = (text: string) => `[${(JSON.parse(text) as string[][])[0]!.map((row) => JSON.stringify(row)).join(",\n ")}]`;

function TextForm({ notation }: { notation: "coordinates" | "leetcode" }) {
  const words = useWords();
  const says = words.learn;
  const [chosen, choose] = useState(0);
  const { value } = useLoaded(() => api.solutions(N, "all", 0, 100), 0);
  const columns = value?.boards[chosen]?.columns;
  const written = useLoaded(async () => columns && api.export({ n: N, queens: queensOf(columns) }, notation), columns);
  if (!value || !columns) return <p>{words.loading}</p>;
  const queens = queensOf(columns);
  return (
    <figure class="mini">
      <div class="side-by-side">
        <Board n={N} queens={queens} label={words.boardLabel(N, queens)} />
        <pre class="written" aria-label={says.written} role="img" tabIndex={0}>
          {written.value && (notation === "leetcode" ? strings(written.value) : written.value.trimEnd())}
          {notation === "coordinates" && chosen + 1 === value.total && `\n\nTotal: ${value.total}`}
        </pre>
      </div>
      <div class="row-of">
        <Button disabled={chosen === 0} onClick={() => choose(chosen - 1)} text={words.player.previous} />
        <span role="status">{says.solutionOf(chosen + 1, value.total)}</span>
        <Button disabled={chosen + 1 === value.total} onClick={() => choose(chosen + 1)} text={words.player.next} />
      </div>
    </figure>
  );
}

const WITHIN_SECONDS = 1;

const RACES = racesOf(LIMITS.steps);

function MethodTable() {
  const words = useWords();
  const says = words.table;
  const [going, setGoing] = useState(0);
  const { measured, finished, error } = useRaces(going > 0 ? RACES : undefined, going);
  const isMeasuring = going > 0 && !finished;
  const reached = (name: MethodName) => {
    const all = measured.filter(({ method, seconds }) => method === name && seconds <= WITHIN_SECONDS);
    const last = all.toSorted((a, b) => a.n - b.n).at(-1);
    return last && says.measured(last.n, duration(last.seconds, words));
  };
  return (
    <div class="mini">
      <Table
        class="method-table"
        label={says.title}
        heads={[words.method, says.time, says.memory, says.tutorial, says.reach]}
        texts={[0, 1, 2, 3, 4]}
        rows={NAMES.map((name) => ({
          key: name,
          cells: [
            <a key="name" href={href("methods", { method: name })}>
              {words.methods[name]}
            </a>,
            words.times[name],
            words.memories[name],
            words.taught[name],
            reached(name),
          ],
        }))}
      />
      <p class="row-of">
        <Button disabled={isMeasuring} onClick={() => setGoing(going + 1)} text={says.measure} />
        {isMeasuring && <em>{words.race.measuring}</em>}
      </p>
      <p class="note">{says.help}</p>
      <ErrorMessage error={error} />
    </div>
  );
}

/** A puzzle that needs all rules. */
const PUZZLE = puzzleOf("AABBBAAAABACCCBDCDEEDDDDE")!;
const RULES: readonly Rule[] = ["queen", "single", "inside", "attacks-all", "sets", "contradiction"];

interface Example {
  marks: Marks;
  step: Step;
}

/** The first step by each rule on the way to the solution, and the marks before it. */
async function examples(): Promise<Map<Rule, Example>> {
  const found = new Map<Rule, Example>();
  for (let marks = emptyMarks(PUZZLE.n); ; ) {
    const { hint: step } = await nextHint(PUZZLE, marks);
    if (!step) return found;
    if (!found.has(step.rule)) found.set(step.rule, { marks, step });
    marks = withStep(marks, step);
  }
}

/** A board for each rule, with its argument framed and its conclusion drawn bold. */
function PuzzleRules() {
  const says = useWords().puzzle;
  const { value, error } = useLoaded(examples, 0);
  return (
    <div class="side-by-side">
      <ErrorMessage error={error} />
      {RULES.map((rule, at) => {
        const example = value?.get(rule);
        if (!example) return null;
        const { marks, step } = example;
        return (
          <figure key={rule} class="mini">
            <h3>
              {at + 1}. {says.ruleNames[rule]}
            </h3>
            <PuzzleBoard puzzle={PUZZLE} marks={marks} name={`rule-${rule}`} label={says.boardLabel(5)} looks={{ step }} />
            <figcaption>{says.reason(step)}</figcaption>
          </figure>
        );
      })}
    </div>
  );
}
