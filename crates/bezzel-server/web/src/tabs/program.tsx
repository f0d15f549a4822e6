// The tab "Your program": an editor, a worker that runs the program, and the player of its moves.

import exercises from "virtual:exercises";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { METHODS } from "../methods";
import { TRACE } from "../notebook";
import { Button, ErrorMessage, NumberField, SelectField, useLoaded, useOpened } from "../parts";
import { type AddressReader, useAddress, useRemembered, useTab, useTitle } from "../place";
import { type Editor, openEditor } from "../program/editor";
import { inLanguage, isOther, type Language, languageOf, MODES, PROGRAM_LANGUAGES } from "../program/exercise";
import { openTrace, recordedOf, TraceFile } from "../program/file";
import { type Machine, prepare, withMachine } from "../program/interpreters";
import { judgeProgram, type Mode, type Verdicts } from "../program/judge";
import { MovePanels, MoveStage, useReplay } from "../program/player";
import { isMemoryError, MAX_MEMORY_BYTES, MAX_PRINTED, type ProgramError } from "../program/protocol";
import type { Recorded } from "../program/replay";
import { type RunOf, runIn, TIME_LIMIT_SECONDS } from "../program/run";
import { fromLink, type Linked, MAX_PROGRAM_N, ProgramShare } from "../program/share";
import { Verdict } from "../program/verdict";
import { type ProgramWords, useProgramWords } from "../program/words";
import { namedValues } from "../storage";
import { duration, useWords } from "../words";

/** The empty frame, then the methods as they are learned; the bugs follow. */
const FIRST: string[] = ["frame", ...METHODS.map(({ name }) => name)];
const placeOf = (start: string) => (FIRST.includes(start) ? FIRST.indexOf(start) : FIRST.length);

/** Programs that the reader changed. */
const changedPrograms = namedValues<string>("bezzel-programs", 50, (one) => typeof one === "string");

/** Output that is expected of a starting point. */
const expectedOf = (start: string): Mode => (start === "min-conflicts" ? "one" : "all");

/** State in the address: language, start, n and expected output, or a whole program. */
function readAddress(address: AddressReader, remembered: Language, linked: Linked | undefined) {
  const code = address.text("code");
  const language = address.one("language", PROGRAM_LANGUAGES, remembered);
  const names = exercises.filter((one) => one.language === language).map(({ name }) => name);
  const start = address.one("start", names, "frame");
  const n = address.whole("n", 1, MAX_PROGRAM_N, 6);
  const mode = address.one("expected", MODES, expectedOf(start));
  if (code !== null && !linked) address.fault({ name: "code", value: code.slice(0, 40), used: "frame" });
  return { code, language, start, n, mode };
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

export const ProgramTab = ({ query }: { query: URLSearchParams }) =>
  TRACE === undefined ? <LinkedProgram query={query} /> : <RecordedProgram trace={TRACE} />;

function LinkedProgram({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const code = query.get("code");
  const { value } = useLoaded(async () => ({ linked: code === null ? undefined : await fromLink(code) }), query);
  if (!value) return <p>{words.loading}</p>;
  return <Workbench query={query} {...value} />;
}

/** What runs: the program for one n, or all runs of a verdict. */
interface Running {
  abort: AbortController;
  text: string;
  /** Part of the interpreter that is loaded. */
  loaded?: number | undefined;
}

function Workbench({ query, linked }: { query: URLSearchParams; linked: Linked | undefined }) {
  const words = useWords();
  const says = useProgramWords();
  const [remembered, rememberLanguage] = useRemembered<Language>("program-language", PROGRAM_LANGUAGES, "python");
  const [first, faults] = useOpened(query, (address) => readAddress(address, remembered, linked));
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
  const [n, setN] = useState(linked?.n ?? first.n);
  const [mode, setMode] = useState(linked?.mode ?? first.mode);
  const [text, setText] = useState(() => changedPrograms.get(origin.key) ?? origin.text);
  const { language, start } = origin;
  useAddress(start === undefined ? { code: first.code! } : { language, start, n, expected: mode });
  useTitle(words.tabs.program);

  const [shownRun, setShownRun] = useState<RunOf>();
  const [recorded, setRecorded] = useState<Recorded>();
  const [verdicts, setVerdicts] = useState<Verdicts>();
  const [error, setError] = useState<unknown>();
  const [runs, setRuns] = useState(0);
  // What stands first among the results: that of the button which was pressed last.
  const [pressed, setPressed] = useState<"run" | "judge">("run");
  const [running, setRunning] = useState<Running>();
  const stop = () => running?.abort.abort();
  const { shown: isOnScreen } = useTab();
  useEffect(() => () => running?.abort.abort(), [running?.abort]);
  useEffect(() => {
    if (!isOnScreen) stop();
  }, [isOnScreen]);
  /** Does one thing at a time with an interpreter, until it ends or is stopped. */
  const alone = async (said: string, work: (worker: Machine, signal: AbortSignal, say: (said: string) => void) => Promise<void>) => {
    stop();
    const abort = new AbortController();
    const say = (text: string, loaded?: number) => abort.signal.aborted || setRunning({ abort, text, loaded });
    say(said);
    setError(undefined);
    const loading = (done: number, of: number) => say(says.loading(done, of), done / of);
    const begun = (worker: Machine) => {
      say(says.starting(says.languages[language]));
      void worker.ready.then(() => say(said));
      return work(worker, abort.signal, say);
    };
    await withMachine(language, loading, begun).catch(setError);
    setRunning((current) => (current?.abort === abort ? undefined : current));
    setRuns((count) => count + 1);
  };
  const run = () => {
    setPressed("run");
    return alone(says.running(n), async (worker, signal) => {
      const run = await runIn(worker, { program: text, n, records: true }, signal);
      const recorded = await recordedOf(run, text);
      setShownRun(run);
      const isPlayed = recorded.trace !== undefined || run.moves.length > 0;
      // A program whose syntax is wrong did not run.
      setRecorded(isPlayed || !(run.end.by === "program" && run.end.ended.error) ? recorded : undefined);
    });
  };
  const judge = () => {
    setPressed("judge");
    return alone(says.judging(1), (worker, signal, say) =>
      judgeProgram(worker, { program: text, mode }, signal, (n) => n > 1 && say(says.judging(n)), setVerdicts),
    );
  };
  // In a small window the results may stand outside it.
  const results = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = runs > 0 && results.current?.querySelector(".summary, .run-stage");
    if (!first) return;
    const { top } = first.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2) first.scrollIntoView();
  }, [runs]);

  const change = (next: string) => {
    setText(next);
    changedPrograms.set(origin.key, next === origin.text ? undefined : next);
  };
  const choose = (next: Origin) => {
    stop();
    setOrigin(next);
    setMode(next.linked?.mode ?? expectedOf(next.start ?? ""));
    setText(changedPrograms.get(next.key) ?? next.text);
    setShownRun(undefined);
    setRecorded(undefined);
    setVerdicts(undefined);
  };
  const [line, setLine] = useState<number>();
  const [breakpoints, setBreakpoints] = useState<ReadonlySet<number>>(new Set());
  const editor = useRef<Editor | undefined>(undefined);
  const toLine = (line: number) => editor.current?.focus(line);
  const isCurrent = recorded?.program === text;
  /** Shows what a file has, with its program. */
  const openFile = (recorded: Recorded, run: RunOf | undefined) => {
    const { program, file } = recorded;
    if (program !== undefined) {
      choose({ language: "python", start: "frame", linked: undefined, key: `file ${file}`, text: program });
      setText(program);
      setShownRun(run);
    }
    setRecorded(recorded);
  };
  const names = exercises.filter((one) => one.language === language).toSorted((one, other) => placeOf(one.name) - placeOf(other.name));
  const title = (name: string) => says.faultNames[name] ?? (words.methods as { [name: string]: string })[name] ?? says.starts.frame;
  const kindOf = (name: string) => names.find((one) => one.name === name)?.kind ?? "frame";
  const said = (name: string) => (kindOf(name) === "gap" ? words.labelled(says.starts.gap, title(name)) : title(name));
  const verdict = verdicts && (
    <Verdict key="verdict" verdicts={verdicts} isCurrent={verdicts.program === text} busy={running !== undefined} toLine={toLine} />
  );
  const played = recorded ? (
    <Played key={`moves ${recorded.checked.n}`} recorded={recorded} breakpoints={breakpoints} showLine={setLine} />
  ) : (
    <p key="none" class="note">
      {says.notRun}
    </p>
  );
  return (
    <div class="workbench" data-runs={runs}>
      {faults}
      <div class="bench">
        <p class="note">{says.intro}</p>
        <div class="choices">
          <SelectField
            label={says.language}
            value={language}
            options={PROGRAM_LANGUAGES}
            name={(one) => says.languages[one]}
            onValue={(language) => {
              rememberLanguage(language);
              const next = originOf(language, start ?? "frame");
              // A program that was pasted before its language was chosen stays.
              const isKept = text !== origin.text && (!changedPrograms.get(next.key) || !isOther(languageOf(text), language));
              if (isKept) changedPrograms.set(next.key, text);
              choose(next);
            }}
          />
          <SelectField
            label={says.start}
            value={start ?? ""}
            options={[...(start === undefined ? [""] : []), ...names.map(({ name }) => name)]}
            name={(name) => (name === "" ? says.linked : said(name))}
            onValue={(name) => choose(originOf(language, name))}
          />
          <SelectField label={says.expected} value={mode} options={MODES} name={(one) => says.modes[one]} onValue={setMode} />
          <NumberField label={words.queens} value={n} least={1} most={MAX_PROGRAM_N} onValue={setN} />
        </div>
        <p class="task">{origin.linked ? origin.linked.task : says.tasks[kindOf(start ?? "")]}</p>
        <EditorBox
          text={text}
          language={language}
          line={isCurrent ? line : undefined}
          changed={change}
          run={run}
          stops={setBreakpoints}
          opened={(one) => (editor.current = one)}
          focused={() => void prepare(language).catch(() => undefined)}
        />
        <pre class="print-only">{text}</pre>
        <div class="row-of">
          <Button class="primary" disabled={running !== undefined} onClick={run} text={says.run} />
          <Button disabled={running !== undefined} onClick={judge} text={says.judge} />
          <Button disabled={running === undefined} onClick={stop} text={words.acts.stop} />
          <Button disabled={text === origin.text} onClick={() => change(origin.text)} text={says.reset} />
        </div>
        <div class="outcome" role="status">
          {running && <p>{running.text}</p>}
          {running?.loaded !== undefined && <progress value={running.loaded} aria-label={running.text} />}
          {shownRun && !running && <EndOf run={shownRun} toLine={toLine} />}
          <ErrorMessage error={error} />
        </div>
      </div>
      <div class="results" ref={results}>
        {pressed === "judge" ? [verdict, played] : [played, verdict]}
      </div>
      <div class="bench more">
        <p class="note keys">
          {says.editorKeys} {language === "python" && says.python}
        </p>
        <TraceFile opened={openFile} />
        <ProgramShare language={language} n={n} program={text} task={origin.linked?.task ?? ""} mode={mode} />
      </div>
    </div>
  );
}

/** A recorded program in a notebook, where none can run. */
function RecordedProgram({ trace }: { trace: string }) {
  const words = useWords();
  const { value, error } = useLoaded(() => openTrace(trace), trace);
  const [line, setLine] = useState<number>();
  const [breakpoints, setBreakpoints] = useState<ReadonlySet<number>>(new Set());
  const editor = useRef<Editor | undefined>(undefined);
  if (!value) return error === undefined ? <p>{words.loading}</p> : <ErrorMessage error={error} />;
  const { recorded, run } = value;
  return (
    <div class="workbench">
      <div class="bench">
        <EditorBox
          text={recorded.program ?? ""}
          language="python"
          line={line}
          changed={() => undefined}
          run={() => undefined}
          stops={setBreakpoints}
          opened={(one) => (editor.current = one)}
        />
        <div class="outcome">{run && <EndOf run={run} toLine={(line) => editor.current?.focus(line)} />}</div>
      </div>
      <div class="results">
        <Played recorded={recorded} breakpoints={breakpoints} showLine={setLine} />
      </div>
    </div>
  );
}

function Played(props: { recorded: Recorded; breakpoints: ReadonlySet<number>; showLine: (line: number | undefined) => void }) {
  const played = useReplay(props.recorded, props.breakpoints);
  const { line } = played;
  useLayoutEffect(() => props.showLine(line), [line]);
  return (
    <div class="played">
      <MoveStage played={played} />
      <MovePanels played={played} />
    </div>
  );
}

function EditorBox(props: {
  text: string;
  language: Language;
  line: number | undefined;
  changed: (text: string) => void;
  run: () => void;
  /** Called with the lines that have breakpoints. */
  stops: (lines: ReadonlySet<number>) => void;
  opened: (editor: Editor) => void;
  focused?: () => void;
}) {
  const { text, language, line } = props;
  const { editor: label } = useProgramWords();
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
    const stops = (lines: ReadonlySet<number>) => latest.current.stops(lines);
    const opened = openEditor(box.current!, { text, language, label, changed, stops, run: () => latest.current.run() });
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
  return <div class="editor no-print" ref={box} onFocusIn={props.focused} />;
}

/** Says what an interpreter reports about its limits, and leaves other messages as they are. */
function described(says: ProgramWords, { text, missing, nested, input }: ProgramError): string {
  if (text === "OutputLimit") return says.outputLimit(MAX_PRINTED);
  if (isMemoryError(text)) return says.memory(MAX_MEMORY_BYTES / 2 ** 20);
  if (missing !== undefined) return says.missing(missing);
  if (nested !== undefined) return says.nested(nested);
  if (/stack overflow/.test(text)) return says.recursion;
  if (input) return says.input;
  return text;
}

function EndOf({ run, toLine }: { run: RunOf; toLine: (line: number) => void }) {
  const words = useWords();
  const says = useProgramWords();
  const { end, n } = run;
  if (end.by === "time") return <p class="error-message">{says.timeLimit(n, TIME_LIMIT_SECONDS)}</p>;
  if (end.by === "stop") return <p>{says.stopped(n)}</p>;
  if (end.by === "worker")
    return (
      <p class="error-message" title={end.detail}>
        {/stack|recursion/i.test(end.detail) ? says.error(undefined, says.recursion) : says.broken}
      </p>
    );
  const { error, seconds, placed, cut, called } = end.ended;
  const line = error?.line;
  if (error?.other) return <p class="error-message">{says.otherLanguage(error.other)}</p>;
  return (
    <>
      {error && (
        <p class="error-message">
          {says.error(line, described(says, error))}{" "}
          {line !== undefined && <Button onClick={() => toLine(line)} text={says.toLine(line)} />}
        </p>
      )}
      <p>
        {says.ended(n, duration(seconds, words), placed, Boolean(error))} {cut && says.cut}{" "}
        {called !== undefined && says.called(called, false)}
      </p>
    </>
  );
}
