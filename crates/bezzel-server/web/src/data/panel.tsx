// Data structures of a method.

import type { Data, Table as DrawnTable, MethodName, Square, Step } from "../api";
import { Board, Ground, MarkOf, Queen } from "../board";
import type { Given } from "../given";
import { Table } from "../parts";
import { lineBetween, queensOf, upTo } from "../squares";
import { grouped, useNumbering, useWords } from "../words";
import { ArrayRow, type DataOf } from "./array";
import { Links } from "./links";
import { BitNumbers, Bits, MasksPanel } from "./masks";

interface Props {
  method: MethodName;
  n: number;
  step: Step | undefined;
  /** The board that is searched, unless it is empty. */
  given?: Given | undefined;
}

export function DataPanel({ method, n, step, given }: Props) {
  const words = useWords();
  if (!step) return <p class="note">{words.player.before}</p>;
  return (
    <>
      <DataOfStep method={method} n={n} step={step} data={step.data} given={given} />
      {method.startsWith("mirrored") && <Symmetry n={n} step={step} />}
    </>
  );
}

function DataOfStep({ method, n, step, data, given }: { method: MethodName; n: number; step: Step; data: Data; given: Given | undefined }) {
  switch (data.kind) {
    case "positions":
      return <Positions n={n} step={step} data={data} candidate={candidateOf(method, step)} />;
    case "bordered-board":
      return <Bordered n={n} step={step} data={data} />;
    case "markers":
      return (
        <>
          <ColumnMarkers step={step} columns={data.columns} />
          <Diagonals n={n} step={step} {...data} />
        </>
      );
    case "links":
      return (
        <>
          <Links n={n} step={step} data={data} />
          <Diagonals n={n} step={step} {...data} />
        </>
      );
    case "masks":
      return <MasksPanel n={n} step={step} data={data} given={given} />;
    case "colours":
      return <Colours n={n} step={step} data={data} />;
    case "tables":
      return <Tables tables={data.tables} />;
  }
}

/** The candidate that the slope test stores in its array before it is tested. */
function candidateOf(method: MethodName, step: Step): Square | null {
  if (method !== "slope-test") return null;
  return step.event === "try" || step.event === "test" || step.event === "rejected" ? step.square : null;
}

const squareOf = (step: Step): Square | null => ("square" in step ? step.square : null);

function compared(step: Step): [Square, Square] | null {
  if (step.event === "rejected") return [step.square, step.by];
  if (step.event === "test" && step.probe.probe === "queen") return [step.square, step.probe.square];
  return null;
}

/** The array of columns; the candidate is the square that the slope test has stored and now tests. */
function Positions({ n, step, data, candidate }: { n: number; step: Step; data: DataOf<"positions">; candidate: Square | null }) {
  const { data: words, numbers } = useWords();
  const columnIn = (column: number | undefined) => (column === undefined ? "·" : String(numbers.shown(column)));
  const pair = compared(step);
  const changed = step.event === "place" || step.event === "remove" ? step.square.row : null;
  const cells = upTo(n).map((row) => ({
    text: columnIn(data.columns[row] ?? (candidate?.row === row ? candidate.column : undefined)),
    on: data.columns[row] !== undefined,
    quiet: candidate?.row === row,
    lit: row === changed || (pair?.some((square) => square.row === row) ?? false),
  }));
  return (
    <>
      <ArrayRow name="columns" note={words.positions} cells={cells} />
      {pair && <Comparison square={pair[0]} other={pair[1]} />}
    </>
  );
}

/** Compares two squares as the slope test does. */
export function Comparison({ square, other }: { square: Square; other: Square }) {
  const {
    data: words,
    lines,
    numbers: { shown },
  } = useWords();
  const down = Math.abs(square.row - other.row);
  const across = Math.abs(square.column - other.column);
  const verdict = across === 0 ? words.sameColumn : across === down ? words.sameSlope : down === 0 ? lines.row : words.noAttack;
  return (
    <p class={`comparison ${lineBetween(square, other) ? "bad" : ""}`}>
      <code>
        {words.deltaRow} = |{shown(square.row)} − {shown(other.row)}| = {down}
      </code>
      <code>
        {words.deltaColumn} = |{shown(square.column)} − {shown(other.column)}| = {across}
      </code>
      <span>{verdict}</span>
    </p>
  );
}

/** The board with its border, and the current scan for a queen. */
function Bordered({ n, step, data }: { n: number; step: Step; data: DataOf<"bordered-board"> }) {
  const { data: words, numbers } = useWords();
  const side = n + 2;
  const border = upTo(side * side).filter((index) => data.cells[index] === 2);
  const probe = step.event === "test" && step.probe.probe === "cell" ? step.probe : null;
  const from = squareOf(step);
  return (
    <>
      <p class="note">{words.cells}</p>
      <svg class="board bordered" viewBox={`-1.05 -1.05 ${side + 0.1} ${side + 0.1}`} role="img" aria-label={words.cells}>
        <Ground n={n} />
        {border.map((index) => {
          const [x, y] = [(index % side) - 1, Math.floor(index / side) - 1];
          return (
            <g key={index} class="border-cell">
              <rect x={x + 0.05} y={y + 0.05} width={0.9} height={0.9} />
              <text x={x + 0.5} y={y + 0.68}>
                2
              </text>
            </g>
          );
        })}
        {probe && from && (
          <>
            <line class="ray walk" x1={from.column + 0.5} y1={from.row + 0.5} x2={probe.column - 0.5} y2={probe.row - 0.5} />
            <MarkOf at={{ row: probe.row - 1, column: probe.column - 1 }} mark="probed" />
          </>
        )}
        {from && step.event !== "remove" && <MarkOf at={from} mark="tried" />}
        {data.positions.map((at) => (
          <Queen key={`${at.row} ${at.column}`} at={at} />
        ))}
      </svg>
      <p class="array-name">
        <span class="note">{words.list}</span>
      </p>
      <ol class="chain">
        {data.positions.length === 0 && <li class="quiet">{words.empty}</li>}
        {data.positions.map(({ row, column }) => (
          <li key={row}>
            ({numbers.shown(row)}, {numbers.shown(column)})
          </li>
        ))}
      </ol>
    </>
  );
}

function ColumnMarkers({ step, columns }: { step: Step; columns: boolean[] }) {
  const { shown } = useNumbering();
  const square = squareOf(step);
  const lit = touches(step, "column");
  const cells = columns.map((taken, index) => ({
    text: taken ? "1" : "0",
    on: taken,
    lit: lit && square?.column === index,
  }));
  return <ArrayRow name="columns[column]" note={square ? `column = ${shown(square.column)}` : ""} cells={cells} />;
}

function Diagonals(props: { n: number; step: Step; diagonals: boolean[]; anti_diagonals: boolean[] }) {
  const { n, step, diagonals, anti_diagonals } = props;
  const { shown, shownSum } = useNumbering();
  const square = squareOf(step);
  const main = square ? square.row - square.column + n : -1;
  const anti = square ? square.row + square.column : -1;
  const cells = (markers: boolean[], lit: number) =>
    markers.map((taken, index) => ({ text: taken ? "1" : "0", on: taken, lit: index === lit }));
  return (
    <>
      <ArrayRow
        name="diagonals[row − column + n]"
        note={square ? `${shown(square.row)} − ${shown(square.column)} + ${n} = ${main}` : ""}
        cells={cells(diagonals, touches(step, "diagonal") ? main : -1)}
        indices={upTo(diagonals.length)}
      />
      <ArrayRow
        name="anti[row + column]"
        note={square ? `${shown(square.row)} + ${shown(square.column)} = ${shownSum(anti)}` : ""}
        cells={cells(anti_diagonals, touches(step, "anti-diagonal") ? anti : -1)}
        indices={upTo(anti_diagonals.length).map(shownSum)}
      />
    </>
  );
}

/** Returns true if a step reads or changes the markers of a line. */
function touches(step: Step, line: "column" | "diagonal" | "anti-diagonal"): boolean {
  if (step.event === "place" || step.event === "remove") return true;
  if (step.event === "rejected") return step.line === line;
  return step.event === "test" && step.probe.probe === `${line}-marker`;
}

/** A solution that was found, and the image counted with it. */
function Symmetry({ n, step }: { n: number; step: Step }) {
  const words = useWords();
  const says = words.data;
  if (step.event !== "solution") {
    const half = n / 2;
    return (
      <div class="mirror">
        <h3>{says.symmetry}</h3>
        <p class="note">{says.symmetryHelp}</p>
        <Board
          n={n}
          queens={step.queens}
          labels={false}
          label={words.boardLabel(n, step.queens)}
          ghosts={step.queens.map(({ row, column }) => ({ row, column: n - 1 - column }))}
        >
          <line class="axis" x1={half} x2={half} y1={0} y2={n} />
        </Board>
      </div>
    );
  }
  const image = queensOf(step.columns);
  const found = step.queens;
  return (
    <div class="mirror">
      <h3>{says.symmetry}</h3>
      <div class="pair">
        <figure>
          <Board n={n} queens={found} labels={false} solved label={words.boardLabel(n, found)} />
          <figcaption>{says.found}</figcaption>
        </figure>
        <figure>
          <Board n={n} queens={image} labels={false} solved label={words.boardLabel(n, image)} />
          <figcaption>{words.labelled(says.counted, words.symmetries[step.image])}</figcaption>
        </figure>
      </div>
    </div>
  );
}

function Colours({ n, step, data }: { n: number; step: Step; data: DataOf<"colours"> }) {
  const { data: words, colourNow } = useWords();
  const all = 2 ** n - 1;
  const colour = data.colour === "odd" ? "odd" : "even";
  // The sets with the new queen are arguments of the next call.
  const isNew = step.event === "place";
  const rows = data.rows & ~(isNew ? 1 << step.square.row : 0);
  const columns = data.columns & ~(isNew ? 1 << step.square.column : 0);
  return (
    <>
      <p class={`colour-now ${colour}`}>{colourNow[colour]}</p>
      <BitNumbers n={n} />
      <Bits n={n} word={rows} name="R" note={words.rowsUsed} />
      <Bits n={n} word={columns} name="C" note={words.columnsUsed} />
      <p>
        <code>{words.table(grouped(data.pairs), grouped(data.placements))}</code>
      </p>
      {step.event === "join" && (
        <>
          <Bits n={n} word={all & ~rows} name="full & ~R" note={words.wantedRows} lit={all & ~rows} />
          <Bits n={n} word={all & ~columns} name="full & ~C" note={words.wantedColumns} lit={all & ~columns} />
          <p class={step.matches ? "good" : ""}>
            <code>{words.matches(step.matches)}</code>
          </p>
        </>
      )}
      {step.event === "solution" && <ColouredSolution n={n} columns={step.columns} />}
    </>
  );
}

/** A solution with filled queens on even squares and outlined queens on odd ones. */
function ColouredSolution({ n, columns }: { n: number; columns: number[] }) {
  const words = useWords();
  const queens = queensOf(columns);
  const even = queens.filter(({ row, column }) => (row + column) % 2 === 0);
  const odd = queens.filter(({ row, column }) => (row + column) % 2 === 1);
  return <Board n={n} queens={even} ghosts={odd} labels={false} label={words.boardLabel(n, queens)} />;
}

const TONES: { [tone: string]: string } = { "*": "lit", o: "on", "-": "quiet" };

/** Tables that a method draws itself, such as the matrix of the dancing links. */
function Tables({ tables }: { tables: DrawnTable[] }) {
  const { texts, numbers } = useWords();
  return (
    <>
      {tables.map((table, at) => (
        <div key={at} class="drawn-table">
          <p class="array-name">
            <span class="note">{numbers.text(table.title[texts])}</span>
          </p>
          <Table
            label={numbers.text(table.title[texts])}
            heads={table.heads.length > 0 ? ["", ...table.heads.map(numbers.text)] : []}
            named
            rows={table.rows.map(({ label, cells, tones }, at) => ({
              key: at,
              cells: [label, ...cells].map(numbers.text),
              looks: ["", ...cells.map((_, at) => TONES[tones[at] ?? ""] ?? "")],
            }))}
          />
        </div>
      ))}
    </>
  );
}
