// Opens moves that a program wrote to a file, such as that of `bezzel judge --trace FILE`.

import { useId, useState } from "preact/hooks";

import { ErrorMessage } from "../parts";
import { checkedMoves } from "./judge";
import type { Recorded } from "./replay";
import { useProgramWords } from "./words";

const MAX_FILE_MEBIBYTES = 4;

export function MovesFile({ opened }: { opened: (recorded: Recorded) => void }) {
  const says = useProgramWords();
  const id = useId();
  const [note, setNote] = useState("");
  const [error, setError] = useState<unknown>();
  const open = async (file: File) => {
    setNote("");
    setError(undefined);
    if (file.size > MAX_FILE_MEBIBYTES * 2 ** 20) return setNote(says.fileTooLarge(MAX_FILE_MEBIBYTES));
    const text = await file.text();
    if (!/^\s*(place|remove|solution)\b/m.test(text)) return setNote(says.noMovesInFile);
    const checked = await checkedMoves(text);
    const details = checked.moves.map(({ line }) => ({ line, printed: 0, step: 0 }));
    opened({ checked, details, printed: "", file: file.name, trace: undefined, isWhole: true });
  };
  return (
    <div class="field moves-file no-print">
      <label for={id}>{says.openMoves}</label>
      <input
        id={id}
        type="file"
        accept=".txt,text/plain"
        onChange={(event) => {
          const { files } = event.currentTarget;
          if (files?.[0]) open(files[0]).catch(setError);
        }}
      />
      {note !== "" && <p class="error-message">{note}</p>}
      <ErrorMessage error={error} />
    </div>
  );
}
