// Program of a method in the chosen language, with the line of the current step.

import { useEffect, useRef } from "preact/hooks";

import { api, type Listing, type MethodName, type Step } from "../api";
import { ErrorMessage, SelectField, useLoaded } from "../parts";
import { useRemembered } from "../place";
import { coloured, Source } from "../source";
import { useWords } from "../words";

const LANGUAGES = ["pseudocode", "python", "java", "cpp", "pascal", "rust"] as const;
type Language = (typeof LANGUAGES)[number];

/** Listings that were loaded, so that switching between methods does not flicker. */
const CACHE = new Map<MethodName, Promise<Listing[]>>();

export function listingsOf(method: MethodName): Promise<Listing[]> {
  const known = CACHE.get(method) ?? api.listings(method);
  CACHE.set(method, known);
  known.catch(() => CACHE.delete(method));
  return known;
}

interface ProgramProps {
  method: MethodName;
  step?: Step | undefined;
  /** The Rust source of the method; without it, Rust is no choice. */
  file?: string;
  /** The search is on a given board, whose allowed columns replace the full mask. */
  onBoard?: boolean;
}

/** The listing with a choice of languages, and the line of the step. */
export function Program({ method, step, file, onBoard = false }: ProgramProps) {
  const words = useWords();
  const [remembered, setLanguage] = useRemembered<Language>("listing", LANGUAGES, "pseudocode");
  const { value, error } = useLoaded(() => listingsOf(method), method);
  const choices = LANGUAGES.filter((name) => file !== undefined || name !== "rust");
  const language = choices.find((name) => name === remembered) ?? "pseudocode";
  const options = choices.map((name) => [name, words.lesson.languages[name]] as const);
  const listing = value?.find((one) => one.language === language);
  return (
    <div class="program">
      <SelectField label={words.lesson.language} value={language} options={options} onValue={setLanguage} />
      <ErrorMessage error={error} />
      {language === "rust" && file && <Source file={step?.source.file ?? file} line={step?.source.line} />}
      {listing && <ListingLines listing={listing} kind={step?.kind} onBoard={onBoard} />}
      {onBoard && <p class="note">{words.given.listing}</p>}
      {words.numbers.first === 1 && <p class="note">{words.counting.code}</p>}
    </div>
  );
}

function ListingLines({ listing, kind, onBoard }: { listing: Listing; kind: string | undefined; onBoard: boolean }) {
  const words = useWords();
  const box = useRef<HTMLPreElement>(null);
  const current = listing.lines.findIndex((line) => line.kinds.some((one) => one === kind));
  useEffect(() => {
    const element = box.current;
    const line = element?.querySelector<HTMLElement>(".current");
    if (!element || !line) return;
    const top = line.offsetTop;
    if (top < element.scrollTop || top + 2 * line.offsetHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top - element.clientHeight / 2;
  }, [current, listing]);
  return (
    <pre class="source listing" ref={box} tabIndex={0} aria-label={words.lesson.listingOf(words.lesson.languages[listing.language])}>
      <code>
        {listing.lines.map((line, at) => {
          const plain = words.code === "en" ? line.english : line.chinese;
          const text = onBoard && line.kinds.includes("test-masks") ? plain.replace(/\bfull\b/, "board") : plain;
          return (
            <span
              key={at}
              class={at === current ? "listing-line current" : "listing-line"}
              style={{ "--depth": text.search(/\S|$/) }}
              aria-current={at === current ? "step" : undefined}
            >
              <span class="line-number">{at + 1}</span>
              {coloured(text, listing.language)}
              {"\n"}
            </span>
          );
        })}
      </code>
    </pre>
  );
}
