// The player of a program's moves: board, line of the program, decision tree, variables and output.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { Board } from "../board";
import { Panel } from "../parts";
import { Controls } from "../player";
import { type Playable, useFrames } from "../run";
import { TreeView } from "../treeview";
import { grouped, useWords } from "../words";
import type { Move } from "./protocol";
import { Replay, sceneOfMove } from "./replay";
import type { RunOf } from "./run";

/** Characters of the output that are drawn: its end up to the current move. */
const MAX_DRAWN_OUTPUT = 20_000;

export interface Replayed extends Playable {
  replay: Replay;
  run: RunOf;
  current: Move | undefined;
  line: number | undefined;
}

/** Plays the moves of a run; begins before the first move. */
export function useReplay(run: RunOf): Replayed {
  const replay = useMemo(() => new Replay(run.n, run.moves), [run]);
  const [state, setState] = useState<{ run: RunOf; at: number }>({ run, at: 0 });
  const [playing, play] = useState(false);
  const [speed, setSpeed] = useState(8);
  const last = run.moves.length;
  const at = state.run === run ? Math.min(state.at, last) : 0;
  const place = useRef(at);
  place.current = at;
  const seek = (wanted: number) => {
    place.current = Math.min(Math.max(0, wanted), last);
    setState({ run, at: place.current });
  };
  const move = (by: number) => seek(place.current + by);
  useEffect(() => play(false), [run]);
  useFrames(playing, speed, (due) => {
    move(due);
    if (place.current === last) play(false);
  });
  const current = run.moves[at - 1];
  return {
    shown: { at },
    wanted: at,
    length: { steps: last, shown: last, reached: last },
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
      const found = back ? replay.solutions.findLast((one) => one < place.current) : replay.solutions.find((one) => one > place.current);
      play(false);
      if (found !== undefined) seek(found);
    },
    replay,
    run,
    current: current,
    line: current?.site === undefined ? undefined : run.sites[current.site]?.line,
  };
}

/** Board, controls and sentence. */
export function MoveStage({ played }: { played: Replayed }) {
  const words = useWords();
  const says = words.program;
  const { replay, run, shown, current: move, line } = played;
  const position = useMemo(() => replay.after(shown.at), [replay, shown.at]);
  const scene = sceneOfMove(position, move);
  const { fault } = position;
  return (
    <div class="run-stage">
      <Board n={run.n} label={words.boardLabel(run.n, scene.queens)} {...scene} />
      <div class="run-side">
        {run.moves.length > 0 && <Controls run={played} keys />}
        <p class="sentence" aria-live={played.playing ? "off" : "polite"}>
          {run.moves.length === 0 ? says.noMoves : move ? says.move(move, line, position.solutions) : says.begin(run.moves.length)}
          {fault && <strong class="bad"> {says.fault(fault)}</strong>}
        </p>
        {replay.fault && (
          <p class="error-message" role="status">
            {says.faults(replay.faults)} {says.fault(replay.fault.fault)}{" "}
            <button type="button" onClick={() => played.seek(replay.fault!.at)}>
              {says.toFault(replay.fault.at, lineOf(run, replay.fault.at))}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

const lineOf = (run: RunOf, at: number) => {
  const site = run.moves[at - 1]?.site;
  return site === undefined ? undefined : run.sites[site]?.line;
};

/** Variables, output and decision tree at the current move. */
export function MovePanels({ played }: { played: Replayed }) {
  const words = useWords();
  const says = words.program;
  const { replay, run, shown, current: move } = played;
  const position = useMemo(() => replay.after(shown.at), [replay, shown.at]);
  const isOver = shown.at === run.moves.length;
  const printed = isOver ? run.printed : run.printed.slice(0, move?.printed ?? 0);
  return (
    <div class="panels">
      <Panel title={says.variables}>
        {move && move.values.length > 0 ? (
          <dl class="values" tabIndex={0} aria-label={says.variables}>
            {move.values.map(([name, value]) => (
              <div key={name}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>
                  <code>{value}</code>
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <p class="note">{says.noVariables}</p>
        )}
      </Panel>
      <Panel title={says.output}>
        {printed === "" ? (
          <p class="note">{says.noOutput}</p>
        ) : (
          <pre class="output" tabIndex={0} aria-label={says.output}>
            {printed.length > MAX_DRAWN_OUTPUT && `… ${says.earlier(grouped(printed.length - MAX_DRAWN_OUTPUT))}\n`}
            {printed.slice(-MAX_DRAWN_OUTPUT)}
          </pre>
        )}
      </Panel>
      {run.moves.length > 0 && (
        <Panel title={words.panels.tree} class="tree-panel">
          <TreeView n={run.n} levels={position.tree} across={replay.across} />
        </Panel>
      )}
    </div>
  );
}
