// The player of a program: board, line of the program, decision tree, call stack with variables, and output.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import type { Square } from "../api";
import { Board } from "../board";
import type { FoundBoard } from "../engine/types";
import { Button, Panel, SelectField } from "../parts";
import { Controls } from "../player";
import { type Playable, useFrames } from "../run";
import { same } from "../squares";
import { Frames } from "../trace/stack";
import { TreeView } from "../treeview";
import { grouped, useWords } from "../words";
import { attackedBy, FAMILIES, type Family, type Marker, markersOf } from "./attacks";
import { type Move, readMoves } from "./protocol";
import { type Position, type Recorded, Replay, sceneOfMove } from "./replay";
import type { Trace } from "./trace";
import { useProgramWords } from "./words";

/** Characters of the output that are drawn: its end up to the current move. */
const MAX_DRAWN_OUTPUT = 20_000;

interface Replayed extends Playable {
  replay: Replay;
  recorded: Recorded;
  /** The move that was made last, if nothing else happened since. */
  current: Move | undefined;
  position: Position;
  /** Line of the program that is shown. */
  line: number | undefined;
  printed: number;
  /** The variable that is the board; undefined if the calls of the program are. */
  board: FoundBoard | undefined;
  chooseBoard: (name: string) => void;
  /** The variables that may mark attacked lines, and those that are shown. */
  markers: Marker[];
  attacks: Marker[];
  chooseMarker: (family: Family, name: string) => void;
}

/** Plays the steps or moves of a run; begins before the first one. */
export function useReplay(recorded: Recorded, breakpoints: ReadonlySet<number>): Replayed {
  const { trace, checked, details } = recorded;
  const { n } = checked;
  const [chosen, chooseBoard] = useState<string>();
  const board = checked.boards.find(({ name }) => name === chosen) ?? (checked.moves.length === 0 ? checked.boards[0] : undefined);
  const replay = useMemo(() => {
    if (board) return new Replay(n, readMoves(board.moves), []);
    const moves = checked.moves.map((move, at) => ({ ...move, ...details[at]! }) as Move);
    return new Replay(n, moves, checked.faults);
  }, [recorded, board?.name]);
  const markers = useMemo(() => (trace && replay.moves.length > 0 ? markersOf(trace, replay, board) : []), [replay]);
  const [marking, setMarking] = useState<Partial<Record<Family, string>>>({});
  const attacks = FAMILIES.flatMap((family) => {
    const all = markers.filter((one) => one.family === family);
    const name = marking[family] ?? all[0]?.name;
    return all.filter((one) => one.name === name);
  });
  const [state, setState] = useState<{ recorded: Recorded; at: number }>({ recorded, at: 0 });
  const [playing, play] = useState(false);
  const [speed, setSpeed] = useState(8);
  const last = trace ? trace.length : replay.moves.length;
  const at = state.recorded === recorded ? Math.min(state.at, last) : 0;
  const made = trace ? replay.madeBefore(at) : at;
  const position = useMemo(() => replay.after(made), [replay, made]);
  const place = useRef(at);
  place.current = at;
  const seek = (wanted: number) => {
    place.current = Math.min(Math.max(0, wanted), last);
    setState({ recorded, at: place.current });
  };
  const move = (by: number) => seek(place.current + by);
  useEffect(() => play(false), [recorded]);
  useFrames(playing, speed, (due) => {
    let next = place.current;
    let stops = false;
    for (const end = Math.min(last, next + due); next < end && !stops; ) {
      next++;
      stops = trace?.isLine(next) === true && breakpoints.has(trace.lineAt(next));
    }
    seek(next);
    if (stops || next === last) play(false);
  });
  const solutions = trace ? replay.solutions.map((move) => replay.moves[move - 1]!.step + 1) : replay.solutions;
  const latest = replay.moves[made - 1];
  const current = trace && latest?.step !== at - 1 ? undefined : latest;
  return {
    shown: { at },
    wanted: at,
    length: { steps: recorded.isWhole || !trace ? last : null, shown: last, reached: last },
    playing,
    speed,
    seek,
    move,
    play: (playing) => {
      if (playing && place.current === last) seek(0);
      play(playing && last > 0);
    },
    setSpeed,
    solution: (back) => {
      const found = back ? solutions.findLast((one) => one < place.current) : solutions.find((one) => one > place.current);
      play(false);
      if (found !== undefined) seek(found);
    },
    replay,
    recorded,
    current,
    position,
    line: trace ? trace.lineAt(at) || undefined : latest?.line,
    printed: trace ? trace.printedAt(at) : (latest?.printed ?? 0),
    board,
    chooseBoard,
    markers,
    attacks,
    chooseMarker: (family, name) => setMarking((before) => ({ ...before, [family]: name })),
  };
}

/** Goes over a call, out of it, or to a breakpoint. */
function StepButtons({ played, trace }: { played: Replayed; trace: Trace }) {
  const says = useWords().lesson;
  const { at } = played.shown;
  const to = (depth: number) => {
    let next = at + 1;
    while (next < trace.length && trace.depthAt(next) > depth) next++;
    played.play(false);
    played.seek(next);
  };
  return (
    <div class="row-of" role="group" aria-label={says.debugger}>
      <Button onClick={() => to(trace.depthAt(at))} text={says.over} />
      <Button onClick={() => to(trace.depthAt(at) - 1)} text={says.out} />
    </div>
  );
}

/** Board, controls and sentence. */
export function MoveStage({ played }: { played: Replayed }) {
  const words = useWords();
  const says = useProgramWords();
  const { replay, current: move, position, recorded, board } = played;
  const { trace } = recorded;
  const { boards } = recorded.checked;
  const { n, moves, faults } = replay;
  const step = trace?.step(played.shown.at);
  const scene = sceneOfMove(position, move, n);
  if (trace) {
    const isTaken = (square: Square) => [...scene.queens, ...scene.marks.map(([marked]) => marked)].some((other) => same(other, square));
    const attacked = played.attacks.flatMap((marker) => attackedBy(marker, trace, played.shown.at, scene.queens.length, n));
    for (const square of attacked) if (!isTaken(square)) scene.marks.push([square, "attacked"]);
  }
  const [first] = faults;
  const showsMove = move !== undefined && (!step || !board || move.kind === "solution");
  return (
    <div class="run-stage">
      <Board n={n} label={words.boardLabel(n, scene.queens)} {...scene} />
      <div class="run-side">
        {recorded.file !== undefined && <p class="note">{says.movesOf(recorded.file)}</p>}
        {(trace || moves.length > 0) && <Controls run={played} keys />}
        {trace && <StepButtons played={played} trace={trace} />}
        {trace && boards.length === 0 && moves.length === 0 && <p class="note">{says.noBoard}</p>}
        <p class={`sentence ${position.fault ? "bad" : ""} ${showsMove ? "" : "of-values"}`} aria-live={played.playing ? "off" : "polite"}>
          {showsMove
            ? says.move(move, position.solutions, position.fault && words.written(position.fault))
            : step
              ? says.step(step)
              : trace
                ? says.beginSteps(trace.length)
                : moves.length === 0
                  ? says.noMoves
                  : says.begin(moves.length)}
        </p>
        {first && (
          <p class="error-message" role="status">
            {says.faults(faults.size, words.written(first[1]))}{" "}
            <Button
              onClick={() => played.seek(trace ? moves[first[0] - 1]!.step + 1 : first[0])}
              text={says.toFault(first[0], moves[first[0] - 1]?.line)}
            />
          </p>
        )}
        {boards.length > 0 && <Variables played={played} />}
      </div>
    </div>
  );
}

/** Chooses the variable that is the board, and those that mark attacked squares. */
function Variables({ played }: { played: Replayed }) {
  const says = useProgramWords();
  const { board, recorded, markers, attacks } = played;
  const { boards, moves } = recorded.checked;
  return (
    <details>
      <summary>{says.boardOfVariable(board?.name)}</summary>
      <SelectField
        label={says.boardIs}
        value={board?.name ?? ""}
        options={[...(moves.length > 0 ? [""] : []), ...boards.map(({ name }) => name)]}
        name={(name) => name || says.calls}
        onValue={played.chooseBoard}
      />
      {FAMILIES.filter((family) => markers.some((one) => one.family === family)).map((family) => (
        <SelectField
          key={family}
          label={says.families[family]}
          value={attacks.find((one) => one.family === family)?.name ?? ""}
          options={[...markers.filter((one) => one.family === family).map(({ name }) => name), ""]}
          name={(name) => name || says.noMarker}
          onValue={(name) => played.chooseMarker(family, name)}
        />
      ))}
    </details>
  );
}

/** Variables, output and decision tree at the current move. */
export function MovePanels({ played }: { played: Replayed }) {
  const words = useWords();
  const says = useProgramWords();
  const { replay, recorded, shown, position } = played;
  const { trace } = recorded;
  const isOver = shown.at === played.length?.shown;
  const printed = isOver ? recorded.printed : recorded.printed.slice(0, played.printed);
  const later = recorded.printed.slice(printed.length, printed.length + MAX_DRAWN_OUTPUT);
  return (
    <div class="panels">
      {(trace || recorded.file === undefined) && (
        <>
          {trace && <Stack trace={trace} at={shown.at} />}
          <Panel title={says.output}>
            {recorded.printed === "" ? (
              <p class="note">{says.noOutput}</p>
            ) : (
              <pre class="output" tabIndex={0} aria-label={says.output}>
                {printed.length > MAX_DRAWN_OUTPUT && `… ${says.earlier(grouped(printed.length - MAX_DRAWN_OUTPUT))}\n`}
                <span class="printed">{printed.slice(-MAX_DRAWN_OUTPUT)}</span>
                <span class="later" title={says.later}>
                  {later}
                </span>
              </pre>
            )}
          </Panel>
        </>
      )}
      {replay.moves.length > 0 && (
        <Panel title={words.panels.tree} class="tree-panel">
          <TreeView n={replay.n} nodes={position.tree} across={replay.across} />
        </Panel>
      )}
    </div>
  );
}

/** The call stack with the variables of each call. */
function Stack({ trace, at }: { trace: Trace; at: number }) {
  const words = useWords();
  const says = useProgramWords();
  const frames = trace.variables(at).map(({ name, line, variables }) => ({ title: says.frame(name, line), values: variables }));
  const changed = new Set(trace.step(at)?.changed.map(([name]) => name));
  return (
    <Panel title={words.lesson.stack}>
      {frames.length === 0 ? <p class="note">{says.notBegun}</p> : <Frames frames={frames.reverse()} changed={changed} />}
    </Panel>
  );
}
