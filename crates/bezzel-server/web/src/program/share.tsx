// Shares a program or an exercise as a link, and prints it.

import { useState } from "preact/hooks";

import { href } from "../place";
import { withoutAnswers } from "./exercise";
import { type Linked, MAX_LINKED, toLink } from "./link";
import { useProgramWords } from "./words";

export function ProgramShare(linked: Linked) {
  const says = useProgramWords();
  const [note, setNote] = useState("");
  const [task, setTask] = useState("");
  const copy = async (what: Linked) => {
    if (what.program.length + what.task.length > MAX_LINKED) return setNote(says.tooLong(MAX_LINKED));
    const link = new URL(href("program", { code: await toLink(what) }), location.href).href;
    await navigator.clipboard.writeText(link).then(
      () => setNote(says.copied),
      () => setNote(link),
    );
  };
  return (
    <details class="share">
      <summary>{says.share}</summary>
      <div class="row-of">
        <button type="button" onClick={() => copy(linked)}>
          {says.copyLink}
        </button>
        <button type="button" onClick={() => print()}>
          {says.print}
        </button>
      </div>
      <h3>{says.exercise}</h3>
      <p class="note">{says.exerciseHelp}</p>
      <label class="exercise-text">
        <span>{says.exerciseText}</span>
        <textarea rows={3} value={task} onInput={(event) => setTask(event.currentTarget.value)} />
      </label>
      <div class="row-of">
        <button type="button" onClick={() => copy({ ...linked, program: withoutAnswers(linked.program).program, task })}>
          {says.copyExercise}
        </button>
      </div>
      <p class="link-note" role="status">
        {note}
      </p>
    </details>
  );
}
