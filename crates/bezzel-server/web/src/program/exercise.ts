// Programs to begin with, and exercises of teachers: texts whose marked lines are left out.

export const PROGRAM_LANGUAGES = ["python", "javascript"] as const;
export type Language = (typeof PROGRAM_LANGUAGES)[number];

/** Output that may be expected of a program. */
export const MODES = ["all", "fundamental", "one"] as const;

/** Kinds of starting points. */
type ExerciseKind = "frame" | "gap" | "fault";

/** A program to begin with, without its answer. */
export interface Exercise {
  /** Name of the file, such as `slope-test`. */
  name: string;
  kind: ExerciseKind;
  language: Language;
  /** The program, with comments in both languages as `English / 中文`. */
  program: string;
}

/** A line with a mark: its code, the mark, and the text after it. */
const MARKED = /^(.*?) *(#|\/\/)([?!]) ?(.*)$/;

/**
 * Returns a program without its answers. In the whole text, ` #? TASK` ends the lines of a gap, which become one
 * line with the comment TASK, and ` #! FAULTY` ends a line that FAULTY replaces, or nothing. JavaScript has `//?` and `//!`.
 */
export function withoutAnswers(text: string): { kind: ExerciseKind; program: string } {
  let kind: ExerciseKind = "frame";
  const lines: string[] = [];
  let inGap = false;
  for (const line of text.trimEnd().split("\n")) {
    const [, , sign, mark, rest = ""] = MARKED.exec(line) ?? [];
    const indent = /^ */.exec(line)![0];
    if (mark === undefined) lines.push(line);
    else kind = mark === "?" ? "gap" : "fault";
    // In Python a block needs a line.
    if (mark === "?" && !inGap) lines.push(`${indent}${sign === "#" ? "pass  #" : sign} ${rest}`);
    if (mark === "!" && rest !== "") lines.push(indent + rest);
    inGap = mark === "?";
  }
  return { kind, program: `${lines.join("\n")}\n` };
}

/** Returns a program with its comments `English / 中文` in one language. */
export function inLanguage(program: string, code: "english" | "chinese"): string {
  return program.replace(
    /((?:#|\/\/)[?!]? )(.*?) \/ (.*[\u4e00-\u9fff].*)$/gm,
    (_, sign: string, english: string, chinese: string) => sign + (code === "english" ? english : chinese),
  );
}
