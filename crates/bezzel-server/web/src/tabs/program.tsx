// The tab "Your program": an editor, a worker that runs the program, and the player of its moves.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import { AddressFaults, NumberField, SelectField, useLoaded } from "../parts";
import { AddressReader, useAddress, useRemembered, useTab, useTitle } from "../place";
import { inLanguage, type Language, PROGRAM_LANGUAGES } from "../program/exercise";
import { keepProgram, keptProgram } from "../program/kept";
import type { Editor, Lazy } from "../program/lazy";
import { fromLink, type Linked, MAX_PROGRAM_N } from "../program/link";
import { EndOf } from "../program/outcome";
import { MovePanels, MoveStage, useReplay } from "../program/player";
import { lazy, type RunOf, runProgram } from "../program/run";
import { ProgramShare } from "../program/share";
import { useWords } from "../words";

type Starts = Lazy["exercises"];

/** State in the address: language, start and n, or a whole program. */
function readAddress(query: URLSearchParams, exercises: Starts, remembered: Language) {
  const address = new AddressReader(query);
  const code = address.text("code");
  const language = address.one("language", PROGRAM_LANGUAGES, remembered);
  const names = exercises.filter((one) => one.language === language).map(({ name }) => name);
  const start = address.one("start", names, "frame");
  const n = address.whole("n", 1, MAX_PROGRAM_N, 6);
  return { code, language, start, n, address };
}

/** Where the text of the editor comes from. */
interface Origin {
  language: Language;
  /** Name of the starting point; undefined for a link. */
  start: string | undefined;
  linked: Linked | undefined;
  /** Name under which a changed text is kept. */
  key: string;
  text: string;
}

export function ProgramTab({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const [remembered] = useRemembered<Language>("program-language", PROGRAM_LANGUAGES, "python");
  const code = query.get("code");
  const { value } = useLoaded(async () => ({ loaded: await lazy(), linked: code === null ? undefined : await fromLink(code) }), query);
  if (!value) return <p>{words.loading}</p>;
  return <Workbench query={query} remembered={remembered} {...value} />;
}

function Workbench(props: { query: URLSearchParams; remembered: Language; loaded: Lazy; linked: Linked | undefined }) {
  const { query, remembered, loaded, linked } = props;
  const words = useWords();
  const says = words.program;
  const { exercises } = loaded;
  const first = useMemo(() => {
    const { address, ...read } = readAddress(query, exercises, remembered);
    if (read.code !== null && !linked) address.fault({ name: "code", value: read.code.slice(0, 40), used: "frame" });
    return { ...read, faults: address.finish() };
  }, []);
  const originOf = (language: Language, start: string): Origin => {
    const exercise = exercises.find((one) => one.language === language && one.name === start) ?? exercises[0]!;
    const text = inLanguage(exercise.program, words.texts);
    return { language, start: exercise.name, linked: undefined, key: `${exercise.name}.${language}`, text };
  };
  const [origin, setOrigin] = useState<Origin>(() =>
    linked
      ? { language: linked.language, start: undefined, linked, key: `link ${first.code}`, text: linked.program }
      : originOf(first.language, first.start),
  );
  const [, rememberLanguage] = useRemembered<Language>("program-language", PROGRAM_LANGUAGES, "python");
  const [n, setN] = useState(linked?.n ?? first.n);
  const [text, setText] = useState(() => keptProgram(origin.key) ?? origin.text);
  const { language, start } = origin;
  useAddress(start === undefined ? { code: first.code! } : { language, start, n });
  useTitle(words.tabs.program);

  const [shownRun, setShownRun] = useState<{ run: RunOf; text: string }>();
  const [runs, setRuns] = useState(0);
  const [running, setRunning] = useState<AbortController>();
  const stop = () => running?.abort();
  const { shown: isOnScreen } = useTab();
  useEffect(() => () => running?.abort(), [running]);
  useEffect(() => {
    if (!isOnScreen) running?.abort();
  }, [isOnScreen]);
  const run = async () => {
    running?.abort();
    const abort = new AbortController();
    setRunning(abort);
    const run = await runProgram({ language, program: text, n, records: true }, abort.signal);
    setRunning((current) => (current === abort ? undefined : current));
    setShownRun({ run, text });
    setRuns((count) => count + 1);
  };

  const change = (next: string) => {
    setText(next);
    keepProgram(origin.key, next === origin.text ? undefined : next);
  };
  const choose = (next: Origin) => {
    stop();
    setOrigin(next);
    setText(keptProgram(next.key) ?? next.text);
    setShownRun(undefined);
  };
  const [line, setLine] = useState<number>();
  const editor = useRef<Editor | undefined>(undefined);
  const isCurrent = shownRun?.text === text;
  const names = exercises.filter((one) => one.language === language);
  const title = (name: string) => says.faultNames[name] ?? (words.methods as { [name: string]: string })[name] ?? says.starts.frame;
  const options = names.map(({ name, kind }) => [name, kind === "gap" ? `${says.starts.gap}: ${title(name)}` : title(name)] as const);
  const kind = names.find(({ name }) => name === start)?.kind ?? "frame";
  return (
    <div class="workbench" data-runs={runs}>
      <AddressFaults faults={first.faults} />
      <div class="bench">
        <p class="note">{says.intro}</p>
        <div class="choices">
          <SelectField
            label={says.language}
            value={language}
            options={PROGRAM_LANGUAGES.map((name) => [name, says.languages[name]] as const)}
            onValue={(language) => {
              rememberLanguage(language);
              choose(originOf(language, start ?? "frame"));
            }}
          />
          <SelectField
            label={says.start}
            value={start ?? ""}
            options={start === undefined ? [["", says.linked], ...options] : options}
            onValue={(name) => choose(originOf(language, name))}
          />
          <NumberField label={words.queens} value={n} least={1} most={MAX_PROGRAM_N} onValue={setN} />
        </div>
        <p class="task">{origin.linked ? origin.linked.task : says.tasks[kind]}</p>
        <EditorBox
          loaded={loaded}
          text={text}
          language={language}
          line={isCurrent ? line : undefined}
          changed={change}
          run={run}
          opened={(one) => (editor.current = one)}
        />
        <pre class="print-only">{text}</pre>
        <div class="row-of">
          <button type="button" class="primary" disabled={running !== undefined} onClick={run}>
            {says.run}
          </button>
          <button type="button" disabled={running === undefined} onClick={stop}>
            {says.stop}
          </button>
          <button type="button" disabled={text === origin.text} onClick={() => change(origin.text)}>
            {says.reset}
          </button>
        </div>
        <div class="outcome" role="status">
          {running && <p>{says.running(n)}</p>}
          {shownRun && !running && <EndOf run={shownRun.run} toLine={(line) => editor.current?.focus(line)} />}
        </div>
        <p class="note keys">
          {says.editorKeys} {language === "python" && says.python}
        </p>
        <ProgramShare language={language} n={n} program={text} task={origin.linked?.task ?? ""} />
      </div>
      {shownRun ? <Played key={String(shownRun.run.n)} run={shownRun.run} showLine={setLine} /> : <p class="note">{says.notRun}</p>}
    </div>
  );
}

function Played({ run, showLine }: { run: RunOf; showLine: (line: number | undefined) => void }) {
  const played = useReplay(run);
  useLayoutEffect(() => showLine(played.line), [played.line]);
  return (
    <div class="played">
      <MoveStage played={played} />
      <MovePanels played={played} />
    </div>
  );
}

function EditorBox(props: {
  loaded: Lazy;
  text: string;
  language: Language;
  line: number | undefined;
  changed: (text: string) => void;
  run: () => void;
  opened: (editor: Editor) => void;
}) {
  const { loaded, text, language, line } = props;
  const { editor: label } = useWords().program;
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;
  // The text that the editor has.
  const has = useRef(text);
  useLayoutEffect(() => {
    const changed = (text: string) => {
      has.current = text;
      latest.current.changed(text);
    };
    const opened = loaded.openEditor(box.current!, { text, language, label, changed, run: () => latest.current.run() });
    editor.current = opened;
    props.opened(opened);
    return () => opened.close();
  }, []);
  useLayoutEffect(() => editor.current?.setLanguage(language), [language]);
  useLayoutEffect(() => editor.current?.setLabel(label), [label]);
  useLayoutEffect(() => {
    if (has.current === text) return;
    has.current = text;
    editor.current?.setText(text);
  }, [text]);
  useLayoutEffect(() => editor.current?.showLine(line), [line, text]);
  return <div class="editor no-print" ref={box} />;
}
