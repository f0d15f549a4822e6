// Learn tab: a text with interactive boards. The text is in `learn/en.ts` and `learn/zh.ts`.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

import { Figure, type FigureName } from "../learn/figures";
import { Quiz } from "../learn/quiz";
import { en } from "../learn/en";
import { zh } from "../learn/zh";
import { href, useAddress } from "../place";
import { useWords } from "../words";

/** A paragraph with `code` and **strong** words, or an interactive figure. */
export type Part = string | { figure: FigureName };

export interface Section {
  id: string;
  title: string;
  parts: Part[];
}

export interface Text {
  title: string;
  contents: string;
  sections: Section[];
}

export function Learn({ query }: { query: URLSearchParams }) {
  const words = useWords();
  const text = words.code === "en" ? en : zh;
  const [current, setCurrent] = useState(text.sections.find(({ id }) => id === query.get("section"))?.id);
  useAddress("learn", current ? { section: current } : {});
  useEffect(() => {
    if (current) document.getElementById(current)?.scrollIntoView();
    return followed(text.sections.map(({ id }) => id), setCurrent);
  }, []);
  const go = (id: string) => (event: Event) => {
    event.preventDefault();
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
        <h1>{text.title}</h1>
        {text.sections.map(({ id, title, parts }) => (
          <section key={id} id={id}>
            <h2 tabIndex={-1}>{title}</h2>
            {parts.map((part, at) =>
              typeof part === "string" ? <p key={at}>{marked(part)}</p> : <Figure key={at} name={part.figure} />,
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

function marked(text: string): ComponentChildren {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, at) => {
    if (part.startsWith("`")) return <code key={at}>{part.slice(1, -1)}</code>;
    return part.startsWith("**") ? <strong key={at}>{part.slice(2, -2)}</strong> : part;
  });
}
