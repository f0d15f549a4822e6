// Page header: tabs, language and colour theme.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

import { href, TABS, usePlace, useRemembered, type Tab } from "./place";
import { Methods } from "./tabs/methods";
import { LANGUAGES, useWords, WordsContext, type Language } from "./words";

type TabOf = ComponentType<{ query: URLSearchParams }>;

/** Tabs that are loaded when they are opened. */
const LAZY_TABS: Record<Exclude<Tab, "methods">, () => Promise<TabOf>> = {
  board: async () => (await import("./tabs/board")).BoardTab,
  puzzle: async () => (await import("./tabs/puzzle")).PuzzleTab,
  race: async () => (await import("./tabs/race")).Race,
  count: async () => (await import("./tabs/count")).Count,
  learn: async () => (await import("./tabs/learn")).Learn,
};

const THEMES = ["auto", "light", "dark"] as const;

function languageOfBrowser(): Language {
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

export function Page() {
  const { tab, query } = usePlace();
  const [language, setLanguage] = useRemembered<Language>("language", ["en", "zh"], languageOfBrowser());
  const [theme, setTheme] = useRemembered("theme", THEMES, "auto");
  const words = LANGUAGES[language];
  useEffect(() => {
    document.documentElement.lang = words.code;
    document.title = words.title;
  }, [words]);
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  return (
    <WordsContext.Provider value={words}>
      <a class="skip" href="#content" onClick={(event) => {
        event.preventDefault();
        document.getElementById("content")?.focus();
      }}>
        {words.skip}
      </a>
      <header class="top">
        <a class="brand" href={href("methods")}>
          <Crown />
          <span>
            <strong>bezzel</strong>
            <small>{words.tagline}</small>
          </span>
        </a>
        <nav aria-label="bezzel">
          {TABS.map((name) => (
            <a key={name} href={href(name)} aria-current={name === tab ? "page" : undefined}>
              {words.tabs[name]}
            </a>
          ))}
        </nav>
        <div class="choice">
          <label>
            <span class="hidden">{words.theme}</span>
            <select value={theme} onChange={(event) => setTheme(event.currentTarget.value as (typeof THEMES)[number])}>
              {THEMES.map((name) => (
                <option key={name} value={name}>
                  {words.themes[name]}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span class="hidden">{words.language}</span>
            <select id="language" value={language} onChange={(event) => setLanguage(event.currentTarget.value as Language)}>
              <option value="en" lang="en">
                English
              </option>
              <option value="zh" lang="zh-Hans">
                简体中文
              </option>
            </select>
          </label>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {tab !== "learn" && <h1 class="hidden">{words.tabs[tab]}</h1>}
        <Opened tab={tab} query={query} />
      </main>
    </WordsContext.Provider>
  );
}

function Crown() {
  return (
    <svg viewBox="0 0 1 1" aria-hidden="true">
      <path d="M.27 .73L.13 .35L.345 .53L.315 .245L.445 .5L.5 .19L.555 .5L.685 .245L.655 .53L.87 .35L.73 .73Q.5 .67 .27 .73zM.245 .87L.265 .765Q.5 .705 .735 .765L.755 .87Q.5 .92 .245 .87z" />
    </svg>
  );
}

function Opened({ tab, query }: { tab: Tab; query: URLSearchParams }) {
  const words = useWords();
  const [loaded, setLoaded] = useState<{ [tab in Tab]?: TabOf }>({ methods: Methods });
  useEffect(() => {
    if (tab === "methods" || loaded[tab]) return;
    LAZY_TABS[tab]().then((component) => setLoaded((before) => ({ ...before, [tab]: component })));
  }, [tab]);
  const Tab = loaded[tab];
  // A link to the same tab with another query resets the tab.
  return Tab ? <Tab key={`${tab}?${query}`} query={query} /> : <p>{words.loading}</p>;
}
