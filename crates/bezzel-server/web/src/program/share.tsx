// Programs and exercises as links: JSON, compressed, in the letters of an address; and what shares or prints them.

import { useState } from "preact/hooks";

import { Button } from "../parts";
import { href } from "../place";
import { useWords } from "../words";
import { type Language, MODES, PROGRAM_LANGUAGES, withoutAnswers } from "./exercise";
import type { Mode } from "./judge";
import { useProgramWords } from "./words";

/** A program or an exercise. */
export interface Linked {
  language: Language;
  n: number;
  program: string;
  /** The text of an exercise; empty for a program. */
  task: string;
  /** Output that is expected of the program. */
  mode: Mode;
}

/** Largest n of the tab. */
export const MAX_PROGRAM_N = 10;
/** Characters of a program and its text in a link. */
const MAX_LINKED = 50_000;

/** Returns the letters of a program. */
async function toLink({ language, n, program, task, mode }: Linked): Promise<string> {
  const json = JSON.stringify([language, n, program, task, mode]);
  const compressed = new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(compressed).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Reads a program from its letters; undefined if they are none. */
export async function fromLink(letters: string): Promise<Linked | undefined> {
  try {
    const text = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const json = await bounded(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
    const [language, n, program, task, mode]: unknown[] = JSON.parse(json);
    const isKnown =
      PROGRAM_LANGUAGES.some((one) => one === language) &&
      MODES.some((one) => one === mode) &&
      typeof program === "string" &&
      typeof task === "string";
    if (!isKnown || !Number.isInteger(n) || Number(n) < 1 || Number(n) > MAX_PROGRAM_N) return undefined;
    return { language: language as Language, n: Number(n), program, task, mode: mode as Mode };
  } catch {
    return undefined;
  }
}

/** Reads a text; throws if it is longer than a link may hold. */
async function bounded(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    // JSON writes some characters as six.
    if (text.length > 6 * MAX_LINKED) throw new Error("too long");
  }
}

export function ProgramShare(linked: Linked) {
  const says = useProgramWords();
  const { acts } = useWords();
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
        <Button onClick={() => copy(linked)} text={says.copyLink} />
        <Button onClick={() => print()} text={acts.print} />
      </div>
      <h3>{says.exercise}</h3>
      <p class="note">{says.exerciseHelp}</p>
      <label class="exercise-text">
        <span>{says.exerciseText}</span>
        <textarea rows={3} value={task} onInput={(event) => setTask(event.currentTarget.value)} />
      </label>
      <div class="row-of">
        <Button onClick={() => copy({ ...linked, program: withoutAnswers(linked.program).program, task })} text={says.copyExercise} />
      </div>
      <p class="link-note" role="status">
        {note}
      </p>
    </details>
  );
}
