// Board tab: place queens, block squares, complete a board, browse all solutions.

import { useMemo, useRef, useState } from "preact/hooks";
import { api, type Completion, type Filter, LIMITS, type Orbit, type RandomCompletions, type Square } from "../api";
import { Board, type Mark } from "../board";
import { FILTERS, Gallery } from "../gallery";
import { boardPlace, type Given, readBoard } from "../given";
import { LayerNote, LayerSquares, useLayer, useSquareShare } from "../heat/layer";
import { useHistory } from "../history";
import { IN_NOTEBOOK } from "../notebook";
import { Button, Check, CopyLink, ErrorMessage, NumberField, Panel, SelectField, useLoaded, useOpened } from "../parts";
import { PasteBox } from "../paste";
import { type AddressReader, href, useAddress, useTitle } from "../place";
import { ApiError } from "../problem";
import { attackedMarks, sceneOfQueens } from "../scene";
import { drawn, save } from "../share";
import { conflicts, has, queensOf, same } from "../squares";
import { grouped, useWords } from "../words";

/** Least n at which counting the completions before a draw takes seconds or more. */
const MANY_N = 16;

function readAddress(address: AddressReader) {
  const { n, given = { queens: [], blocked: [] } } = readBoard(address, LIMITS.board, 8);
  const dots = address.one("attacked", ["0", "1"], "1") === "1";
  const heat = address.one("heat", ["0", "1"], "0") === "1";
  const filter: Filter = address.one("solutions", FILTERS, "all");
  return { board: { n, ...given }, dots, heat, filter };
}

/** An answer about the board. */
type Answer =
  | { kind: "completion" | "counted" | "hint"; completion: Completion; wasFull: boolean }
  | { kind: "random"; drawn: RandomCompletions }
  | { kind: "orbit"; orbit: Orbit }
  | { kind: "error"; error: unknown };

/** A seed for which JavaScript has all whole numbers. */
const randomSeed = () => Math.floor(Math.random() * 2 ** 53);

/** Action of a click on a square. */
const TOOLS = ["queen", "block"] as const;
type Tool = (typeof TOOLS)[number];

const without = (squares: Square[], square: Square) => squares.filter((other) => !same(other, square));

export function BoardTab({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const says = words.board;
  const [first, faults] = useOpened(query, readAddress);
  const history = useHistory<Given & { n: number }>(
    () => first.board,
    () => forget(),
  );
  const { n, queens, blocked } = history.now;
  const [tool, setTool] = useState<Tool>("queen");
  const [dots, setDots] = useState(first.dots);
  const [filter, setFilter] = useState<Filter>(first.filter);
  const [answer, setAnswer] = useState<Answer>();
  /** The board before it was completed. */
  const [before, setBefore] = useState<Given>();
  /** Text while a request is answered. */
  const [busy, setBusy] = useState<string>();
  const [heat, setHeat] = useState(first.heat);
  const [pointed, point] = useState<Square>();
  const pending = useRef<AbortController | undefined>(undefined);
  // The layer of a board that was completed remains that of all its completions, which are drawn from too.
  const given = before ?? { queens, blocked };
  const layer = useLayer(n, given.queens, given.blocked, heat);
  const squareName = useSquareShare(n, layer);
  const refused = useRefusedDraw(n, given);
  const place = { ...boardPlace(n, { queens, blocked }), attacked: dots ? 1 : 0, ...(heat ? { heat: 1 } : {}), solutions: filter };
  useAddress(place);
  useTitle(words.sized(words.tabs.board, n));

  /** Cancels the request. */
  const stop = () => {
    pending.current?.abort();
    setBusy(undefined);
  };
  /** Takes back all that was said about another board. */
  const forget = () => {
    stop();
    setAnswer(undefined);
    setBefore(undefined);
  };
  const change = (next: Given & { n?: number }) => {
    forget();
    history.change({ n, ...next });
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
    change({ n, queens: queens.filter(fits), blocked: blocked.filter(fits) });
  };
  /** Shows what a request answers, unless the board changes first, which cancels the request. */
  const asking = async (
    ask: (signal: AbortSignal) => Promise<Answer>,
    then: (answer: Answer) => void = setAnswer,
    text = words.working,
  ) => {
    const abort = (pending.current = new AbortController());
    setBusy(text);
    const answer = await ask(abort.signal).catch((error: unknown): Answer => ({ kind: "error", error }));
    if (abort.signal.aborted) return;
    setBusy(undefined);
    then(answer);
  };
  /** Shows a completion of the given board; the next one takes the place of this one. */
  const fill = (columns: number[] | null | undefined, answer: Answer) => {
    if (columns) {
      const full = { n, queens: queensOf(columns), blocked };
      if (before) history.replace(full);
      else history.change(full);
      setBefore(given);
    }
    setAnswer(answer);
  };
  const completed =
    (kind: "completion" | "counted" | "hint") =>
    async (signal: AbortSignal): Promise<Answer> => ({
      kind,
      completion: await api.complete({ n, queens, blocked }, signal),
      wasFull: queens.length === n,
    });
  const complete = () =>
    asking(completed("completion"), (answer) => fill(answer.kind === "completion" ? answer.completion.first : undefined, answer));
  const hint = () => asking(completed("hint"));
  const count = () => asking(completed("counted"));
  const random = () => {
    const draw = async (signal: AbortSignal): Promise<Answer> => ({
      kind: "random",
      drawn: await api.random({ n, ...given }, 1, randomSeed(), signal),
    });
    const then = (answer: Answer) => fill(answer.kind === "random" ? answer.drawn.boards[0] : undefined, answer);
    return asking(draw, then, n >= MANY_N ? words.given.drawing : undefined);
  };
  const orbit = () => asking(async (signal) => ({ kind: "orbit", orbit: await api.orbit({ n, queens }, signal) }));
  const pairs = conflicts(queens);
  const solved = queens.length === n && pairs.length === 0;
  const hinted = answer?.kind === "hint" ? (answer.completion.hint ?? null) : null;
  const scene = useMemo(() => {
    const ground = blocked.map((square): [Square, Mark] => [square, "blocked"]);
    return sceneOfQueens(queens, [...ground, ...(dots ? attackedMarks(n, queens, [...queens, ...blocked]) : [])]);
  }, [n, queens, blocked, dots]);
  const oneEach = new Set(queens.map(({ row }) => row)).size === queens.length;
  return (
    <div class="play">
      {faults}
      <div class="stage">
        <p class="note">{says.intro}</p>
        <Board
          n={n}
          {...scene}
          label={words.boardLabel(n, queens)}
          marks={hinted ? [...scene.marks, [hinted, "hint"]] : scene.marks}
          layer={layer && <LayerSquares n={n} queens={given.queens} blocked={given.blocked} layer={layer} />}
          names={squareName}
          onPoint={heat ? point : undefined}
          solved={solved}
          onSquare={toggle}
        />
        {heat && <LayerNote n={n} queens={given.queens} layer={layer} chosen={pointed} isBefore={before !== undefined} />}
      </div>
      <div class="side">
        <Panel title={says.status(queens.length, n)}>
          <div class="choices">
            <NumberField label={words.queens} value={n} least={1} most={LIMITS.board} onValue={resize} />
            <SelectField label={says.tool} value={tool} options={TOOLS} name={(one) => says.tools[one]} onValue={setTool} />
            <Check label={says.showAttacked} value={dots} onValue={setDots} />
            {!IN_NOTEBOOK && <Check label={words.given.layerBox} value={heat} onValue={setHeat} />}
          </div>
          <div class="row-of" style={{ margin: ".7rem 0" }}>
            <Button class="primary" disabled={busy !== undefined} onClick={complete} text={says.complete} />
            {!IN_NOTEBOOK && (
              <Button
                disabled={busy !== undefined || refused !== undefined || (solved && !before)}
                onClick={random}
                text={words.given.random}
              />
            )}
            <Button disabled={busy !== undefined} onClick={hint} text={words.acts.hint} />
            <Button disabled={busy !== undefined} onClick={count} text={says.countCompletions} />
            <Button disabled={!history.canUndo} onClick={history.undo} text={words.acts.undo} />
            <Button disabled={!history.canRedo} onClick={history.redo} text={words.acts.redo} />
            <Button disabled={queens.length + blocked.length === 0} onClick={() => change({ queens: [], blocked: [] })} text={says.clear} />
            <Button disabled={busy !== undefined || !oneEach} onClick={orbit} text={says.orbit} />
            {!IN_NOTEBOOK && (
              <>
                <CopyLink place={href("board", place)} label={words.acts.link} />
                {n <= LIMITS.steps ? (
                  <a class="button" href={href("methods", { method: "bitmask", ...boardPlace(n, { queens, blocked }) })}>
                    {words.given.search}
                  </a>
                ) : (
                  <span class="note">{words.given.searchTooLarge(LIMITS.steps)}</span>
                )}
              </>
            )}
          </div>
          {refused && <p class="note">{refused}</p>}
          <p class={`status ${solved ? "solved" : pairs.length ? "bad" : ""}`} role="status">
            {solved && says.solved}
            {pairs.length > 0 && says.conflicts(pairs.length)}
            {busy}
            {answer && !busy && <AnswerText answer={answer} n={n} given={{ queens, blocked }} />}
          </p>
          {busy !== undefined && <Button onClick={stop} text={words.acts.stop} />}
          {pairs.length > 0 && (
            <ul class="pairs">
              {pairs.slice(0, 40).map((pair) => (
                <li key={JSON.stringify(pair)}>{says.pair(pair.first, pair.second, pair.line)}</li>
              ))}
            </ul>
          )}
          {answer && <ProofSteps answer={answer} />}
          {answer?.kind === "error" && <ErrorMessage error={answer.error} />}
          {answer?.kind === "orbit" && <Images orbit={answer.orbit} n={n} choose={put} />}
        </Panel>
        {!IN_NOTEBOOK && (
          <>
            <PasteBox onBoard={change} />
            <Panel title={says.exports} class="no-print">
              {oneEach ? <Exports n={n} queens={queens} /> : <p class="note">{says.oneEach}</p>}
            </Panel>
            <Gallery n={n} queens={queens} filter={filter} setFilter={setFilter} choose={put} />
          </>
        )}
      </div>
    </div>
  );
}

/** The reason why no random completion of a board is drawn; undefined if it is, and until this is known. */
function useRefusedDraw(n: number, { queens, blocked }: Given): string | undefined {
  const words = useWords();
  const isAsked = !IN_NOTEBOOK && n > LIMITS.drawn;
  const ask = async (signal: AbortSignal) => isAsked && api.random({ n, queens, blocked }, 0, 0, signal);
  const { error } = useLoaded(ask, JSON.stringify([n, queens, blocked]));
  return error instanceof ApiError && error.kind === "many-completions" && error.text ? words.told(error.text) : undefined;
}

function AnswerText({ answer, n, given }: { answer: Answer; n: number; given: Given }) {
  const { board: says, given: givenSays, space, told } = useWords();
  if (answer.kind === "error" || answer.kind === "orbit") return null;
  const none = givenSays.none(n, given.queens.length, given.blocked.length);
  const contradiction = answer.kind === "random" ? answer.drawn.contradiction : answer.completion.contradiction;
  if (contradiction) return <>{space + (conflicts(given.queens).length > 0 ? says.hintConflict : none + space + told(contradiction))}</>;
  if (answer.kind === "random") return <>{space + (answer.drawn.boards.length > 0 ? givenSays.drawn : none)}</>;
  const { completion } = answer;
  if (!completion.first)
    return <>{completion.certain ? `${none}${completion.proof ? "" : `${space}${givenSays.longProof}`}` : says.noneFound}</>;
  if (answer.wasFull) return <>{space + says.full}</>;
  if (answer.kind === "hint") return completion.hint ? says.hinted(completion.hint) : null;
  return <>{space + says.completions(grouped(completion.count), completion.certain)}</>;
}

/** Deductions up to which a proof is shown at once. */
const SHORT_PROOF = 24;

/** The proof that a board has no completion. */
function ProofSteps({ answer }: { answer: Answer }) {
  const { given: says, numbers, texts } = useWords();
  const proof = "completion" in answer && answer.completion.proof;
  if (!proof) return null;
  return (
    <details class="proof" open={proof.length <= SHORT_PROOF}>
      <summary>{says.proof(proof.length)}</summary>
      <p tabIndex={0}>{numbers.text(proof.text[texts])}</p>
    </details>
  );
}

function Images({ orbit, n, choose }: { orbit: Orbit; n: number; choose: (queens: Square[]) => void }) {
  const words = useWords();
  // Solutions have no symmetry but turns.
  const isReflected = orbit.symmetry === "none" && orbit.size < 8;
  const symmetry = isReflected ? words.board.reflected : words.board.classes[orbit.symmetry];
  return (
    <>
      <p class="note">{[words.board.orbitOf(orbit.size), symmetry].join(words.comma)}</p>
      <div class="images">
        {orbit.images.map((image, at) => {
          const queens = queensOf(image.rows);
          const isCanonical = at === orbit.images.findIndex(({ canonical }) => canonical);
          return (
            <figure key={image.symmetry} class={isCanonical ? "canonical" : ""}>
              <button type="button" onClick={() => choose(queens)} aria-label={words.symmetries[image.symmetry]}>
                <Board n={n} queens={queens} labels={false} label={words.boardLabel(n, queens)} />
              </button>
              <figcaption>
                {[words.symmetries[image.symmetry], ...(isCanonical ? [words.board.canonical] : [])].join(words.comma)}
              </figcaption>
            </figure>
          );
        })}
      </div>
    </>
  );
}

const TEXTS = ["positions", "fen", "leetcode"] as const;

/** Renders an SVG as PNG in the browser. */
async function png(svg: string): Promise<Blob> {
  const canvas = await drawn(svg, 2);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("cannot render the PNG")))));
}

function Exports({ n, queens }: { n: number; queens: Square[] }) {
  const { notations } = useWords().board;
  const [error, setError] = useState<unknown>();
  const [notation, setNotation] = useState<(typeof TEXTS)[number]>();
  const name = `queens-${n}`;
  // The text follows the board.
  const text = useLoaded(async () => notation && api.export({ n, queens }, notation), `${n} ${JSON.stringify(queens)} ${notation}`);
  const act = (work: () => Promise<void>) => () => {
    setError(undefined);
    work().catch(setError);
  };
  const picture = (finish: (svg: string) => Promise<void>) => act(async () => finish(await api.export({ n, queens }, "svg")));
  return (
    <>
      <div class="row-of">
        <Button onClick={picture(async (svg) => save(new Blob([svg], { type: "image/svg+xml" }), `${name}.svg`))} text="SVG" />
        <Button onClick={picture(async (svg) => save(await png(svg), `${name}.png`))} text="PNG" />
        {TEXTS.map((name) => (
          <Button key={name} aria-pressed={notation === name} onClick={() => setNotation(name)} text={notations[name]} />
        ))}
      </div>
      {notation && text.error === undefined && (
        <pre class="source" style={{ padding: ".5rem .8rem", maxHeight: "8rem" }} tabIndex={0}>
          {text.value}
        </pre>
      )}
      <ErrorMessage error={error ?? text.error} />
    </>
  );
}
