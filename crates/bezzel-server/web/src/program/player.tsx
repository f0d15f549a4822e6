// The player of a program's moves: board, line of the program, decision tree, variables and output.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { Board } from "../board";
import { Panel } from "../parts";
import { Controls } from "../player";
import { type Playable, useFrames } from "../run";
import { TreeView } from "../treeview";
import { grouped, useWords } from "../words";
import type { Move } from "./protocol";
import { type Position, type Recorded, Replay, sceneOfMove } from "./replay";
import { useProgramWords } from "./words";

/** Characters of the output that are drawn: its end up to the current move. */
const MAX_DRAWN_OUTPUT = 20_000;

export interface Replayed extends Playable {
  replay: Replay;
  recorded: Recorded;
  current: Move | undefined;
  position: Position;
}

/** Plays moves; begins before the first one. */
export function useReplay(recorded: Recorded): Replayed {
  const replay = useMemo(() => new Replay(recorded), [recorded]);
  const [state, setState] = useState<{ recorded: Recorded; at: number }>({ recorded, at: 0 });
  const [playing, play] = useState(false);
  const [speed, setSpeed] = useState(8);
  const last = replay.moves.length;
  const at = state.recorded === recorded ? Math.min(state.at, last) : 0;
  const position = useMemo(() => replay.after(at), [replay, at]);
  const place = useRef(at);
  place.current = at;
  const seek = (wanted: number) => {
    place.current = Math.min(Math.max(0, wanted), last);
    setState({ recorded, at: place.current });
  };
  const move = (by: number) => seek(place.current + by);
  useEffect(() => play(false), [recorded]);
  useFrames(playing, speed, (due) => {
    move(due);
    if (place.current === last) play(false);
  });
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
    recorded,
    current: replay.moves[at - 1],
    position,
  };
}

/** Board, controls and sentence. */
export function MoveStage({ played }: { played: Replayed }) {
  const words = useWords();
  const says = useProgramWords();
  const { replay, current: move, position, recorded } = played;
  const { n, moves, faults } = replay;
  const scene = sceneOfMove(position, move, n);
  const worded = (text: { english: string; chinese: string }) => words.numbers.text(text[words.texts]);
  const [first] = faults;
  return (
    <div class="run-stage">
      <Board n={n} label={words.boardLabel(n, scene.queens)} {...scene} />
      <div class="run-side">
        {recorded.file !== undefined && <p class="note">{says.movesOf(recorded.file)}</p>}
        {moves.length > 0 && <Controls run={played} keys />}
        <p class={position.fault ? "sentence bad" : "sentence"} aria-live={played.playing ? "off" : "polite"}>
          {moves.length === 0
            ? says.noMoves
            : move
              ? says.move(move, position.solutions, position.fault && worded(position.fault))
              : says.begin(moves.length)}
        </p>
        {first && (
          <p class="error-message" role="status">
            {says.faults(faults.size, worded(first[1]))}{" "}
            <button type="button" onClick={() => played.seek(first[0])}>
              {says.toFault(first[0], moves[first[0] - 1]?.line)}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

/** Variables, output and decision tree at the current move. */
export function MovePanels({ played }: { played: Replayed }) {
  const words = useWords();
  const says = useProgramWords();
  const { replay, recorded, shown, current: move, position } = played;
  const isOver = shown.at === replay.moves.length;
  const printed = isOver ? recorded.printed : recorded.printed.slice(0, move?.printed ?? 0);
  return (
    <div class="panels">
      {recorded.file === undefined && (
        <>
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
        </>
      )}
      {replay.moves.length > 0 && (
        <Panel title={words.panels.tree} class="tree-panel">
          <TreeView n={replay.n} levels={position.tree} across={replay.across} />
        </Panel>
      )}
    </div>
  );
}
