// Board tab: place queens, block squares, complete a board, browse all solutions.

import { useMemo, useState } from "preact/hooks";

import { api, type Completion, type Filter, type Orbit, type Square, type Written } from "../api";
import { Board, type Mark } from "../board";
import { FILTERS, Gallery } from "../gallery";
import { NumberField, Panel, ErrorMessage } from "../parts";
import { href, useAddress, whole } from "../place";
import { conflicts, isAttacked, queensOf, same, upTo } from "../squares";
import { useWords } from "../words";

const MAX_N = 32;

/** Formats squares for an address: `0.0,1.4`. */
const written = (queens: Square[]) => queens.map(({ row, column }) => `${row}.${column}`).join(",");

function squaresIn(text: string, n: number): { squares: Square[]; left: boolean } {
  const parts = text === "" ? [] : text.split(",").slice(0, n * n + 1);
  const squares: Square[] = [];
  for (const part of parts) {
    const match = /^(\d{1,2})\.(\d{1,2})$/.exec(part);
    const square = { row: Number(match?.[1] ?? n), column: Number(match?.[2] ?? n) };
    if (square.row < n && square.column < n && !has(squares, square)) squares.push(square);
  }
  return { squares, left: squares.length < parts.length };
}

/** What a click on a square does. */
const TOOLS = ["queen", "block"] as const;
type Tool = (typeof TOOLS)[number];

/** The queens and the blocked squares. */
type Position = { queens: Square[]; blocked: Square[] };

const without = (squares: Square[], square: Square) => squares.filter((other) => !same(other, square));
const has = (squares: Square[], square: Square) => squares.some((other) => same(other, square));

type Answer =
  | { kind: "completion" | "counted" | "hint"; completion: Completion }
  | { kind: "orbit"; orbit: Orbit }
  | { kind: "error"; error: unknown }
  | { kind: "note"; text: string };

export function BoardTab({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const says = words.board;
  const first = useMemo(() => {
    const n = whole(query.get("n"), 1, MAX_N, 8);
    const queens = squaresIn(query.get("queens") ?? "", n);
    const blocked = squaresIn(query.get("blocked") ?? "", n);
    return { n, queens: queens.squares, blocked: blocked.squares, left: queens.left || blocked.left };
  }, []);
  const [n, setSize] = useState(first.n);
  const [{ queens, blocked }, setPosition] = useState<Position>(first);
  const [tool, setTool] = useState<Tool>("queen");
  const [past, setPast] = useState<Position[]>([]);
  const [dots, setDots] = useState(query.get("attacked") !== "0");
  const [filter, setFilter] = useState<Filter>(FILTERS.find((name) => name === query.get("solutions")) ?? "all");
  const [answer, setAnswer] = useState<Answer | undefined>(first.left ? { kind: "note", text: says.badLink } : undefined);
  const [busy, setBusy] = useState(false);
  const place = { n, queens: written(queens), ...(blocked.length > 0 ? { blocked: written(blocked) } : {}), attacked: dots ? 1 : 0, solutions: filter };
  useAddress("board", place);

  const change = (next: Position) => {
    setPast((past) => [...past.slice(-99), { queens, blocked }]);
    setPosition(next);
    setAnswer(undefined);
  };
  const put = (next: Square[]) => change({ queens: next, blocked });
  const toggle = (square: Square) => {
    if (tool === "block") {
      const next = has(blocked, square) ? without(blocked, square) : [...blocked, square];
      change({ queens: without(queens, square), blocked: next });
    } else {
      const next = has(queens, square) ? without(queens, square) : [...queens, square];
      change({ queens: next, blocked: without(blocked, square) });
    }
  };
  const resize = (n: number) => {
    const fits = ({ row, column }: Square) => row < n && column < n;
    setSize(n);
    setPast([]);
    setPosition({ queens: queens.filter(fits), blocked: blocked.filter(fits) });
    setAnswer(undefined);
  };
  const asking = async (ask: () => Promise<Answer>) => {
    setBusy(true);
    setAnswer(await ask().catch((error: unknown): Answer => ({ kind: "error", error })));
    setBusy(false);
  };
  const complete = () =>
    asking(async () => {
      const completion = await api.complete({ n, queens, blocked });
      if (completion.first) put(queensOf(completion.first));
      return { kind: "completion", completion };
    });
  const hint = () => asking(async () => ({ kind: "hint", completion: await api.complete({ n, queens, blocked }) }));
  const count = () => asking(async () => ({ kind: "counted", completion: await api.complete({ n, queens, blocked }) }));
  const orbit = () => asking(async () => ({ kind: "orbit", orbit: await api.orbit({ n, queens }) }));
  const copy = () =>
    asking(async () => {
      const link = new URL(href("board", place), location.href).href;
      const copied = await navigator.clipboard.writeText(link).then(() => true, () => false);
      return { kind: "note", text: copied ? says.copied : says.notCopied };
    });

  const pairs = conflicts(queens);
  const solved = queens.length === n && pairs.length === 0;
  const hinted = answer?.kind === "hint" ? (answer.completion.hint ?? null) : null;
  const marks = useMemo(() => marksOf(n, queens, blocked, dots), [n, queens, blocked, dots]);
  const oneEach = new Set(queens.map(({ row }) => row)).size === queens.length;
  return (
    <div class="play">
      <div class="stage">
        <p class="note">{says.intro}</p>
        <Board
          n={n}
          queens={queens}
          label={words.boardLabel(n, queens)}
          marks={hinted ? [...marks, [hinted, "hint"]] : marks}
          rays={pairs.map(({ first, second, line }) => ({ from: first, to: second, line }))}
          solved={solved}
          onSquare={toggle}
        />
      </div>
      <div class="side">
        <Panel title={says.status(queens.length, n)}>
          <div class="choices">
            <NumberField label={words.queens} value={n} least={1} most={MAX_N} onValue={resize} />
            <label>
              {says.tool}
              <select value={tool} onChange={(event) => setTool(TOOLS.find((name) => name === event.currentTarget.value) ?? "queen")}>
                {TOOLS.map((name) => (
                  <option key={name} value={name}>
                    {says.tools[name]}
                  </option>
                ))}
              </select>
            </label>
            <label class="check">
              <input type="checkbox" checked={dots} onChange={(event) => setDots(event.currentTarget.checked)} />
              {says.showAttacked}
            </label>
          </div>
          <div class="row-of" style={{ margin: ".7rem 0" }}>
            <button type="button" class="primary" disabled={busy} onClick={complete}>
              {says.complete}
            </button>
            <button type="button" disabled={busy} onClick={hint}>
              {says.hint}
            </button>
            <button type="button" disabled={busy} onClick={count}>
              {says.countCompletions}
            </button>
            <button
              type="button"
              disabled={past.length === 0}
              onClick={() => {
                setPosition(past[past.length - 1]!);
                setPast(past.slice(0, -1));
                setAnswer(undefined);
              }}
            >
              {says.undo}
            </button>
            <button type="button" disabled={queens.length + blocked.length === 0} onClick={() => change({ queens: [], blocked: [] })}>
              {says.clear}
            </button>
            <button type="button" disabled={busy || !oneEach} onClick={orbit}>
              {says.orbit}
            </button>
            <button type="button" onClick={copy}>
              {says.link}
            </button>
          </div>
          <p class={`status ${solved ? "solved" : pairs.length ? "bad" : ""}`} role="status">
            {solved && says.solved}
            {pairs.length > 0 && says.conflicts(pairs.length)}
            {busy && words.working}
            {answer && !busy && <AnswerText answer={answer} />}
          </p>
          {pairs.length > 0 && (
            <ul class="pairs">
              {pairs.slice(0, 40).map((pair) => (
                <li key={JSON.stringify(pair)}>{says.pair(pair.first, pair.second, pair.line)}</li>
              ))}
            </ul>
          )}
          {answer?.kind === "error" && <ErrorMessage error={answer.error} />}
          {answer?.kind === "orbit" && <Images orbit={answer.orbit} n={n} choose={put} />}
        </Panel>
        <Panel title={says.exports}>
          {oneEach ? <Exports n={n} queens={queens} /> : <p class="note">{says.oneEach}</p>}
        </Panel>
        <Gallery n={n} queens={queens} filter={filter} setFilter={setFilter} choose={put} />
      </div>
    </div>
  );
}

function marksOf(n: number, queens: Square[], blocked: Square[], dots: boolean): [Square, Mark][] {
  const clashing = queens.filter((queen) => isAttacked(queen, queens));
  const attacked = dots
    ? upTo(n * n)
        .map((index) => ({ row: Math.floor(index / n), column: index % n }))
        .filter((square) => !has(queens, square) && !has(blocked, square) && isAttacked(square, queens))
    : [];
  return [
    ...blocked.map((square): [Square, Mark] => [square, "blocked"]),
    ...attacked.map((square): [Square, Mark] => [square, "attacked"]),
    ...clashing.map((square): [Square, Mark] => [square, "conflict"]),
  ];
}

function AnswerText({ answer }: { answer: Answer }) {
  const says = useWords().board;
  if (answer.kind === "note") return <>{answer.text}</>;
  if (answer.kind === "error" || answer.kind === "orbit") return null;
  const { completion } = answer;
  if (completion.conflicts.length > 0) return <> {says.hintConflict}</>;
  if (!completion.first) return <>{completion.certain ? says.none : says.noneFound}</>;
  if (answer.kind === "hint") return completion.hint ? <>{says.hinted(completion.hint)}</> : null;
  return <> {says.completions(completion.count, completion.certain)}</>;
}

function Images({ orbit, n, choose }: { orbit: Orbit; n: number; choose: (queens: Square[]) => void }) {
  const words = useWords();
  return (
    <>
      <p class="note">
        {words.board.orbitOf(orbit.size)}, {words.board.classes[orbit.symmetry]}
      </p>
      <div class="images">
        {orbit.images.map((image) => {
          const queens = queensOf(image.rows);
          return (
            <figure key={image.symmetry} class={image.canonical ? "canonical" : ""}>
              <button type="button" onClick={() => choose(queens)} aria-label={words.symmetries[image.symmetry]}>
                <Board n={n} queens={queens} labels={false} label={words.boardLabel(n, queens)} />
              </button>
              <figcaption>
                {words.symmetries[image.symmetry]}
                {image.canonical && `, ${words.board.canonical}`}
              </figcaption>
            </figure>
          );
        })}
      </div>
    </>
  );
}

function save(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Renders an SVG as PNG in the browser. */
async function png(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = 2 * image.naturalWidth;
    canvas.height = 2 * image.naturalHeight;
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("cannot render the PNG")))),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

function Exports({ n, queens }: { n: number; queens: Square[] }) {
  const [error, setError] = useState<unknown>();
  const [text, setText] = useState<string>();
  const name = `queens-${n}`;
  const act = (work: () => Promise<void>) => () => {
    setError(undefined);
    work().catch(setError);
  };
  const shown = (notation: Written) => act(async () => setText(await api.export({ n, queens }, notation)));
  const picture = (finish: (svg: string) => Promise<void>) =>
    act(async () => finish(await api.export({ n, queens }, "svg")));
  return (
    <>
      <div class="row-of">
        <button type="button" onClick={picture(async (svg) => save(new Blob([svg], { type: "image/svg+xml" }), `${name}.svg`))}>
          SVG
        </button>
        <button type="button" onClick={picture(async (svg) => save(await png(svg), `${name}.png`))}>
          PNG
        </button>
        <button type="button" onClick={shown("positions")}>
          positions
        </button>
        <button type="button" onClick={shown("leetcode")}>
          LeetCode
        </button>
      </div>
      {text !== undefined && (
        <pre class="source" style={{ padding: ".5rem .8rem", maxHeight: "8rem" }} tabIndex={0}>
          {text}
        </pre>
      )}
      <ErrorMessage error={error} />
    </>
  );
}
