// Programs to begin with, exercises of teachers (texts whose marked lines are left out), and the languages of programs.

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

/** Returns a listing of a method in Python (`bezzel/src/methods/listings.rs`) as the text of a starting point, with its answers. */
export const fromListing = (listing: string): string =>
  listing
    .replace(/^.*#\+\n/gm, "")
    .replace(/ *#@ [a-z -]*[a-z]/g, "")
    .replace(/ *#\*$/gm, "");

/** Returns a program with its comments `English / 中文` in one language. */
export function inLanguage(program: string, code: "english" | "chinese"): string {
  return program.replace(
    /((?:#|\/\/)[?!]? )(.*?) \/ (.*[\u4e00-\u9fff].*)$/gm,
    (_, sign: string, english: string, chinese: string) => sign + (code === "english" ? english : chinese),
  );
}

/** Another language that a program looks like: one of the page, or one that only the command judges. */
export type OtherLanguage = { language: Language } | { name: string; command: string };

/** What only a program of this language has, the ending of its files, and a command that runs it. The order matters: C has less than C++. */
const OTHERS: [name: string, sign: RegExp, ending: string, command: string][] = [
  ["TypeScript", /\w[?)\]]?: ?(number|string|boolean|void)\b/, "ts", "node main.ts"],
  [
    "C++",
    /^\s*(#\s*include\s*<(\w+|bits\/.*)>|using namespace\b|(public|private):)|^struct \w+ \{[^}]*\) \{|\bvector<|\bstd::\w/m,
    "cpp",
    "./main",
  ],
  [
    "Java",
    /^\s*(import java\b|(public|private|protected)\s[^:]*?[({;])|^class \w+ ?\{\s+(int|long)\b|\bboolean\b|\bSystem\.(in|out)\b/m,
    "java",
    "java Main.java",
  ],
  ["C", /^\s*(#\s*include\s*[<"]|(int|bool|char|double|long( long)?)\s+\**\w+\s*[([=;,])/m, "c", "./main"],
];
const PYTHON = /^\s*(def \w+\(|from \w+ import |(class|if|elif|else|for|while)\b[^{;\n]*:\s*(#.*)?$)/m;
const JAVASCRIPT = /^\s*(function\b|(const|let|var)\s+([\w$]+|[[{].*[\]}])\s*(=|of\b|;))/m;

/** Finds the language of a program; undefined if nothing shows it. */
export function languageOf(program: string): OtherLanguage | undefined {
  const [name, , ending, command] = OTHERS.find(([, sign]) => sign.test(program)) ?? [];
  const options = /(solve|total)NQueens/.test(program) ? `--leetcode Solution.${ending}` : `-- ${command}`;
  if (name !== undefined) return { name, command: `bezzel judge ${options}` };
  if (PYTHON.test(program)) return { language: "python" };
  return JAVASCRIPT.test(program) ? { language: "javascript" } : undefined;
}

/** True if the program is not in this language. */
export const isOther = (found: OtherLanguage | undefined, chosen: Language): found is OtherLanguage =>
  found !== undefined && !("language" in found && found.language === chosen);
