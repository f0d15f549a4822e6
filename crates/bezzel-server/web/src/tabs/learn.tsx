// Learn tab: a text with interactive boards. The text is in `learn/en.json` and `learn/zh.json`.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import en from "../learn/en.json";
import { Figure, type FigureName } from "../learn/figures";
import { Quiz } from "../learn/quiz";
import zh from "../learn/zh.json";
import { useOpened } from "../parts";
import { href, pushAddress, useAddress, useTab, useTitle } from "../place";
import { useWords } from "../words";

/** A paragraph with `code`, **strong** words, [links](address) and numbers that [[count from 0|count from 1]], or an interactive figure. */
type Part = string | { figure: FigureName };

interface Section {
  id: string;
  title: string;
  parts: Part[];
}

interface Text {
  title: string;
  contents: string;
  sections: Section[];
}

const TEXTS = { en: en as Text, zh: zh as Text };

export function Learn({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const text = words.code === "en" ? TEXTS.en : TEXTS.zh;
  const ids = text.sections.map(({ id }) => id);
  const [wanted, faults] = useOpened(query, (address) => ({ section: address.one("section", ["", ...ids], "") || undefined }));
  const [current, setCurrent] = useState(wanted.section);
  const { shown } = useTab();
  useAddress(current ? { section: current } : {});
  useTitle([text.sections.find(({ id }) => id === current)?.title, words.tabs.learn].filter(Boolean).join(" · "));
  // Also on Back and Forward, which lead through the chapters.
  useEffect(() => {
    setCurrent(wanted.section);
    if (wanted.section) document.getElementById(wanted.section)?.scrollIntoView();
    else scrollTo(0, 0);
  }, [wanted]);
  useEffect(() => {
    if (!shown) return;
    if (current) document.getElementById(current)?.scrollIntoView();
    return followed(ids, setCurrent);
  }, [shown]);
  const go = (id: string) => (event: Event) => {
    event.preventDefault();
    pushAddress("learn", { section: id });
    const section = document.getElementById(id);
    section?.scrollIntoView();
    section?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    setCurrent(id);
  };
  return (
    <div class="learn">
      <nav aria-label={text.contents}>
        <ol>
          {text.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={href("learn", { section: id })} aria-current={id === current ? "true" : undefined} onClick={go(id)}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <article>
        {faults}
        <h1>{text.title}</h1>
        {text.sections.map(({ id, title, parts }) => (
          <section key={id} id={id}>
            <h2 tabIndex={-1}>{title}</h2>
            {parts.map((part, at) =>
              typeof part === "string" ? <p key={at}>{marked(part, words.numbers.first)}</p> : <Figure key={at} name={part.figure} />,
            )}
            <Quiz chapter={id} />
          </section>
        ))}
      </article>
    </div>
  );
}

/** Reports the section in view until the returned function is called. */
function followed(ids: string[], read: (id: string | undefined) => void): () => void {
  const look = () => {
    const isAbove = (id: string) => (document.getElementById(id)?.getBoundingClientRect().top ?? 1) < innerHeight / 3;
    read(scrollY > 0 ? ids.filter(isAbove).at(-1) : undefined);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scrolled = () => {
    clearTimeout(timer);
    timer = setTimeout(look, 150);
  };
  addEventListener("scroll", scrolled, { passive: true });
  return () => {
    clearTimeout(timer);
    removeEventListener("scroll", scrolled);
  };
}

/** A link to a tab, or to another site in a new window. */
function Link({ text, to }: { text: string; to: string }) {
  if (to.startsWith("#")) return <a href={to}>{text}</a>;
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

function marked(text: string, first: 0 | 1): ComponentChildren {
  const numbered = text.replace(/\[\[(.*?)\|(.*?)\]\]/g, first === 1 ? "$2" : "$1");
  return numbered.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/).map((part, at) => {
    if (part.startsWith("`")) return <code key={at}>{part.slice(1, -1)}</code>;
    const link = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part);
    if (link) return <Link key={at} text={link[1]!} to={link[2]!} />;
    return part.startsWith("**") ? <strong key={at}>{part.slice(2, -2)}</strong> : part;
  });
}
