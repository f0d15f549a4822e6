// The box "Paste anything": the reader of the library finds boards and puzzles in a text of any form.

import { useId, useRef, useState } from "preact/hooks";

import { api, LIMITS, type ReadBoard, type ReadContents, type ReadPuzzle } from "./api";
import { boardPlace } from "./given";
import { Button, ErrorMessage, Panel } from "./parts";
import { href } from "./place";
import { ApiError } from "./problem";
import { LARGEST } from "./puzzle/model";
import { useWords } from "./words";

interface Props {
  /** Takes a board; without it, there is a link to the board. */
  onBoard?: (board: ReadBoard) => void;
  /** Takes a puzzle; without it, there is a link to the puzzle. */
  onPuzzle?: (puzzle: ReadPuzzle) => void;
}

/** What was read, or why nothing was. */
interface Result {
  contents?: ReadContents;
  error?: unknown;
}

export function PasteBox({ onBoard, onPuzzle }: Props) {
  const words = useWords();
  const says = words.paste;
  const id = useId();
  const [text, setText] = useState("");
  const [{ contents, error }, setResult] = useState<Result>({});
  const [at, setAt] = useState(0);
  const reading = useRef<AbortController>(undefined);

  const choose = ({ boards, puzzles }: ReadContents, at: number) => {
    setAt(at);
    const [board, puzzle] = [boards[at], puzzles[at]];
    if (board && board.n <= LIMITS.board) onBoard?.(board);
    if (puzzle && puzzle.regions.length <= LARGEST) onPuzzle?.(puzzle);
  };
  const read = async (text: string, choice: { base?: number; columns?: boolean } = {}) => {
    reading.current?.abort();
    const { signal } = (reading.current = new AbortController());
    setResult({});
    try {
      const contents = await api.read({ text, puzzles: onPuzzle !== undefined, ...choice }, signal);
      setResult({ contents });
      choose(contents, 0);
    } catch (error) {
      if (!signal.aborted) setResult({ error });
    }
  };

  const board = contents?.boards[at];
  const puzzle = contents?.puzzles[at];
  const items = contents ? (puzzle ? contents.puzzles : contents.boards) : [];
  const [size, most] = board ? [board.n, LIMITS.board] : [puzzle?.regions.length ?? 0, LARGEST];
  const isMisshaped = board?.wrong && !board.conflict && board.empty_row === undefined;
  const isAmbiguous = error instanceof ApiError && error.kind === "ambiguous";
  return (
    <Panel title={says.title} class="no-print paste">
      <label class="note" for={id}>
        {says.intro}
      </label>
      <textarea
        id={id}
        rows={4}
        spellcheck={false}
        autocapitalize="off"
        value={text}
        onInput={({ currentTarget: { value }, inputType }) => {
          setText(value);
          // What is pasted is whole, unlike what is typed.
          if (inputType === "insertFromPaste") void read(value);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void read(text);
        }}
      />
      <div class="row-of">
        <Button disabled={text.trim() === ""} onClick={() => read(text)} text={says.read} />
        {contents && items.length > 1 && (
          <>
            <Button disabled={at === 0} onClick={() => choose(contents, at - 1)} text={says.previous} />
            <output>{says.place(at + 1, items.length)}</output>
            <Button disabled={at === items.length - 1} onClick={() => choose(contents, at + 1)} text={says.next} />
          </>
        )}
        {board && !onBoard && size <= most && (
          <a class="button" href={href("board", boardPlace(size, board))}>
            {says.toBoard}
          </a>
        )}
        {puzzle && !onPuzzle && size <= most && (
          <a class="button" href={href("puzzle", { regions: puzzle.regions.join("") })}>
            {says.play}
          </a>
        )}
      </div>
      <div role="status">
        {contents && <p>{says.found(words.written(contents.read))}</p>}
        {puzzle?.parts && <p class="note">{says.parts(words.written(puzzle.parts))}</p>}
        {isMisshaped && <p class="status bad">{says.wrong(words.written(board.wrong!))}</p>}
        {size > most && <p class="status bad">{says.tooLarge(size, most)}</p>}
      </div>
      {isAmbiguous ? (
        <div class="error-message" role="alert">
          {says.ambiguous}
          <div class="row-of">
            <Button onClick={() => read(text, { base: 1 })} text={says.sizeFirst} />
            <Button onClick={() => read(text, { columns: true })} text={says.columnsOnly} />
          </div>
        </div>
      ) : (
        <ErrorMessage error={error} />
      )}
    </Panel>
  );
}
