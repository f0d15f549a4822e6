// Source code of a method, with the line of the current step.

import { memo } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";

import { api } from "./api";
import { ErrorMessage, useLoaded } from "./parts";
import { once } from "./scripts";
import { useWords } from "./words";

/** Start of a comment in each language. */
const COMMENTS = { rust: /\/\//, java: /\/\//, cpp: /\/\//, pascal: /\/\//, python: /# /, pseudocode: /$^/ };

const KEYWORDS =
  /\b(fn|let|mut|for|in|if|else|while|loop|return|match|struct|impl|enum|const|use|pub|super|self|Self|break|as|type|where|static|mod|ref|class|int|long|boolean|bool|void|new|def|and|or|not|continue|using|namespace)\b/g;

const PASCAL_KEYWORDS =
  /\b(var|array|of|function|procedure|begin|end|for|to|downto|do|while|if|then|else|div|mod|and|or|not|shl|shr|exit|continue)\b/g;

/** In pseudocode only the first word of a line, the end of one and logical operators are keywords; the rest is prose. */
const PSEUDOCODE_KEYWORDS = /((?<=^\s*)(?:if|for|while|若|对|当)(?![\w])|(?<=[;，] ?)(?:return|返回)$|\b(?:AND|OR|NOT)\b)/g;

const keywordsOf = (language: keyof typeof COMMENTS) =>
  language === "pascal" ? PASCAL_KEYWORDS : language === "pseudocode" ? PSEUDOCODE_KEYWORDS : KEYWORDS;

/** Highlights comments and keywords. */
export function coloured(line: string, language: keyof typeof COMMENTS = "rust") {
  const comment = line.search(COMMENTS[language]);
  const code = comment < 0 ? line : line.slice(0, comment);
  const parts = code.split(keywordsOf(language)).map((part, at) => (at % 2 ? <b key={at}>{part}</b> : part));
  return comment < 0 ? parts : [...parts, <i key="comment">{line.slice(comment)}</i>];
}

/** Scrolls a box if what begins at `top` is not in it; the page stays where it is. */
export function keepInView(box: HTMLElement, top: number, height: number) {
  if (top < box.scrollTop || top + height > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
}

const Lines = memo(function Lines({ lines }: { lines: string[] }) {
  return (
    <>
      {lines.map((line, at) => (
        <span key={at} class="source-line">
          <span class="line-number">{at + 1}</span>
          {coloured(line)}
          {"\n"}
        </span>
      ))}
    </>
  );
});

/** Range of the function around a line: from its `fn` to its closing brace. */
function around(lines: string[], line: number): [number, number] {
  let first = line - 1;
  while (first > 0 && !/^\s*(pub(\(\w+\))? )?fn /.test(lines[first] ?? "")) first--;
  const indent = /^\s*/.exec(lines[first] ?? "")?.[0] ?? "";
  let last = line - 1;
  while (last < lines.length - 1 && lines[last] !== `${indent}}`) last++;
  return [first, last + 1];
}

/** Source files that were loaded, so that switching between files does not flicker. */
const linesOf = once(async (file: string) => (await api.source(file)).trimEnd().split("\n"));

const NO_LINES: string[] = [];

export function Source({ file, line }: { file: string; line: number | undefined }) {
  const words = useWords();
  const { value: lines = NO_LINES, error } = useLoaded(() => linesOf(file), file);
  const box = useRef<HTMLPreElement>(null);
  const [first, last] = line && lines.length ? around(lines, line) : [0, 0];
  useEffect(() => {
    const height = box.current!.scrollHeight / lines.length;
    if (line && lines.length > 0) keepInView(box.current!, (line - 1) * height, 3 * height);
  }, [line, lines]);
  return (
    <>
      <p class="note">{line ? words.sourceLine(file, line) : file}</p>
      <ErrorMessage error={error} />
      <pre class="source" ref={box} tabIndex={0} aria-label={words.panels.source}>
        <code style={{ "--first": first, "--last": last, "--line": (line ?? 0) - 1 }} class={line ? "lit" : ""}>
          <Lines lines={lines} />
        </code>
      </pre>
    </>
  );
}
