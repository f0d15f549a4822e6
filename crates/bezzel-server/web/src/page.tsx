// Page header: tabs, language, numbering and colour theme.

import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Queen } from "./board";
import { ConnectionContext, ConnectionNote, useConnection, useReturn } from "./connection";
import { IN_NOTEBOOK, LANGUAGE } from "./notebook";
import { AddressFaults, ErrorMessage, SelectField } from "./parts";
import { FOLLOWS, href, leftAt, type Places, TABS, type Tab, TabContext, usePlaces, useRemembered, writeAddress } from "./place";
import { loadScript } from "./scripts";
import { Lesson } from "./tabs/lesson";
import { type Language, textsOf, useLanguage, useWords, type Words, WordsContext } from "./words";
import { numberedFrom } from "./words/numbers";

type TabOf = ComponentType<{ query: URLSearchParams }>;

/** What a script of its own (programs.ts) gives by its global name, after the scripts that it uses. */
async function scripted<T>(name: string, ...scripts: string[]): Promise<T> {
  for (const script of scripts) await loadScript(script);
  return (globalThis as unknown as { [name: string]: T })[name]!;
}

const puzzleTabs = async () =>
  (await Promise.all([scripted<typeof import("./puzzle/tabs")>("bezzelPuzzle", "puzzle"), loadScript("puzzles")]))[0];

/** Tabs that are loaded when they are opened. */
const LAZY_TABS: Record<Exclude<Tab, "lesson">, () => Promise<TabOf>> = {
  methods: async () => (await import("./tabs/methods")).Methods,
  board: async () => (await import("./tabs/board")).BoardTab,
  puzzle: async () => (await puzzleTabs()).PuzzleTab,
  program: async () => (await scripted<typeof import("./tabs/program")>("bezzelProgram", "program")).ProgramTab,
  race: async () => (await scripted<typeof import("./tabs/race")>("bezzelRace", "race")).Race,
  count: async () => {
    await loadScript("numbers");
    return (await import("./tabs/count")).Count;
  },
  heat: async () => {
    await loadScript("numbers");
    return (await import("./tabs/heat")).Heat;
  },
  learn: async () => (await scripted<typeof import("./tabs/learn")>("bezzelLearn", "numbers", "learn")).Learn,
  embed: async () => (await import("./tabs/methods")).Embed,
  sheet: async () => (await import("./tabs/sheet")).Sheet,
  puzzles: async () => (await puzzleTabs()).PuzzleSheets,
};

const THEMES = ["auto", "light", "dark"] as const;
const FIRSTS = ["0", "1"] as const;
const NAMES = ["en", "zh"] as const;
const LANGUAGE_NAMES: Record<Language, string> = { en: "English", zh: "简体中文" };

function languageOfBrowser(): Language {
  return (LANGUAGE ?? navigator.language).toLowerCase().startsWith("zh") ? "zh" : "en";
}

export function Page() {
  const [language, setLanguage] = useRemembered<Language>("language", NAMES, languageOfBrowser());
  const [first, setFirst] = useRemembered("first", FIRSTS, "0");
  const { shown, error } = useLanguage(language);
  const words = useMemo(() => shown && textsOf(shown)?.(numberedFrom(first === "1" ? 1 : 0)), [shown, first]);
  const props = { language, setLanguage, error, first, setFirst };
  return words ? <PageIn words={words} {...props} /> : null;
}

interface PageProps {
  words: Words;
  /** The chosen language; that of the words while its texts are loaded is the one before. */
  language: Language;
  setLanguage: (language: Language) => void;
  /** The texts of the language cannot be loaded. */
  error: unknown;
  first: (typeof FIRSTS)[number];
  setFirst: (first: (typeof FIRSTS)[number]) => void;
}

function PageIn({ words, language, setLanguage, error, first, setFirst }: PageProps) {
  const places = usePlaces();
  const { place } = places;
  const [theme, setTheme] = useRemembered("theme", THEMES, "auto");
  const connection = useConnection();
  // Layout effects, so that no frame is drawn with the language or the theme of before.
  useLayoutEffect(() => {
    document.documentElement.lang = words.code;
  }, [words]);
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const isEmbedded = place.tab === "embed" || IN_NOTEBOOK;
  return (
    <WordsContext.Provider value={words}>
      <ConnectionContext.Provider value={connection}>
        {!isEmbedded && (
          <>
            <a
              class="skip"
              href="#content"
              onClick={(event) => {
                event.preventDefault();
                document.getElementById("content")?.focus();
              }}
            >
              {words.skip}
            </a>
            <header class="top">
              <a class="brand" href={leftAt("lesson")} onClick={writeAddress}>
                <svg viewBox="0 0 1 1" aria-hidden="true">
                  <Queen at={{ row: 0, column: 0 }} />
                </svg>
                <span>
                  <strong>bezzel</strong>
                  <small>{words.tagline}</small>
                </span>
              </a>
              <nav aria-label="bezzel">
                {TABS.map((name) => (
                  <a
                    key={name}
                    href={href(name)}
                    aria-current={name === place.tab ? "page" : undefined}
                    onClick={(event) => {
                      writeAddress();
                      // The state changes after this link was drawn.
                      event.currentTarget.href = leftAt(name);
                    }}
                  >
                    {words.tabs[name]}
                  </a>
                ))}
              </nav>
              <div class="choice">
                <SelectField
                  quiet
                  label={words.counting.label}
                  value={first}
                  options={FIRSTS}
                  name={(one) => words.counting.from[one]}
                  onValue={setFirst}
                />
                <SelectField
                  quiet
                  label={words.theme}
                  value={theme}
                  options={THEMES}
                  name={(one) => words.themes[one]}
                  onValue={setTheme}
                />
                <SelectField
                  quiet
                  id="language"
                  label={words.language}
                  value={language}
                  options={NAMES}
                  name={(one) => LANGUAGE_NAMES[one]}
                  onValue={setLanguage}
                />
              </div>
            </header>
          </>
        )}
        <ConnectionNote />
        <main id="content" tabIndex={-1}>
          <ErrorMessage error={error} />
          {place.unknown !== undefined && (
            <AddressFaults
              key={place.unknown}
              faults={[{ name: words.address.tab, value: place.unknown, accepted: { names: TABS }, used: "lesson" }]}
            />
          )}
          <Opened {...places} />
        </main>
      </ConnectionContext.Provider>
    </WordsContext.Provider>
  );
}

/** Tabs with a heading of their own, as all views have. */
const OWN_HEADING: readonly Tab[] = ["lesson", "learn"];

function Opened({ place, open }: Places) {
  const words = useWords();
  const names: { [tab in Tab]?: string } = words.tabs;
  const [loaded, setLoaded] = useState<{ [tab in Tab]?: TabOf }>({ lesson: Lesson });
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const { tab } = place;
  const key = open.get(tab)?.key;
  const scrolled = useRef(new Map<Tab, { key: number | undefined; top: number }>());
  useEffect(() => {
    if (tab === "lesson" || loaded[tab]) return;
    setError(undefined);
    LAZY_TABS[tab]().then((component) => setLoaded((before) => ({ ...before, [tab]: component })), setError);
  }, [tab, attempt]);
  useReturn(() => error !== undefined && setAttempt(attempt + 1));
  useLayoutEffect(() => {
    const left = scrolled.current.get(tab);
    if (!FOLLOWS.includes(tab)) scrollTo(0, left?.key === key ? left!.top : 0);
    const scroll = () => scrolled.current.set(tab, { key, top: scrollY });
    addEventListener("scroll", scroll, { passive: true });
    return () => removeEventListener("scroll", scroll);
  }, [tab, key]);
  return (
    <>
      {[...open].map(([name, { key, query }]) => {
        const Tab = loaded[name];
        const shown = name === tab;
        if (!Tab)
          return shown ? <div key={name}>{error === undefined ? <p>{words.loading}</p> : <ErrorMessage error={error} />}</div> : null;
        return (
          <TabContext.Provider key={name} value={shown ? SHOWN[name] : HIDDEN[name]}>
            <div class="tab" hidden={!shown}>
              {shown && names[name] && !OWN_HEADING.includes(name) && <h1 class="hidden">{names[name]}</h1>}
              <Tab key={key} query={query} />
            </div>
          </TabContext.Provider>
        );
      })}
    </>
  );
}

const contexts = (shown: boolean) =>
  Object.fromEntries(["lesson", ...Object.keys(LAZY_TABS)].map((tab) => [tab, { tab, shown }])) as Record<
    Tab,
    { tab: Tab; shown: boolean }
  >;
const SHOWN = contexts(true);
const HIDDEN = contexts(false);
