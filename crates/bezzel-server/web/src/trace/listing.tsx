// Program of a method in the chosen language, with the line of the current step.

import { useEffect, useRef } from "preact/hooks";

import { api, type Listing, type MethodName, type Tutorial } from "../api";
import { ErrorMessage, SelectField, useLoaded } from "../parts";
import { useRemembered } from "../place";
import type { Run } from "../run";
import { once } from "../scripts";
import { coloured, keepInView, Source } from "../source";
import { useWords } from "../words";
import { methodOf } from "../words/methods";

const LANGUAGES = ["pseudocode", "python", "java", "cpp", "pascal", "rust"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Whose identifiers a listing has. */
const NAMES = ["bezzel", "A", "B", "C", "D"] as const;

const FORMS = ["counts", "prints", "counts-checked-first", "prints-checked-first"] as const;
export type Form = (typeof FORMS)[number];

const useLanguage = () => useRemembered<Language>("listing", LANGUAGES, "pseudocode");
const useNames = () => useRemembered("names", NAMES, "bezzel");
const useForm = () => useRemembered<Form>("form", FORMS, "counts");

/** Chooses the language, names and form of all listings. */
export function useListingChoice(): (language: Language, names: Tutorial, form: Form) => void {
  const [, setLanguage] = useLanguage();
  const [, setNames] = useNames();
  const [, setForm] = useForm();
  return (language, names, form) => {
    setLanguage(language);
    setNames(names);
    setForm(form);
  };
}

/** Listings that were loaded, so that switching between methods does not flicker. */
export const listingsOf = once((method: MethodName, names?: Tutorial | null) => api.listings(method, names ?? null));

/** The listings of a method with the remembered names, and the choices of names and form. */
function useListings(method: MethodName) {
  const [wanted, setNames] = useNames();
  const [form, setForm] = useForm();
  const own = useLoaded(() => listingsOf(method), method);
  const tutorials = [...new Set(own.value?.flatMap((one) => one.tutorials))].sort();
  const tutorial = tutorials.find((one) => one === wanted) ?? null;
  const named = useLoaded(() => listingsOf(method, tutorial), `${method} ${tutorial}`);
  const forms = FORMS.filter((name) => named.value?.some((one) => one.form === name));
  return {
    listings: named.value,
    error: own.error ?? named.error,
    tutorials,
    tutorial,
    setNames,
    forms,
    form: forms.find((name) => name === form) ?? forms[0] ?? "counts",
    setForm,
  };
}

/** Renames the identifiers in a text as the listing of the method does; words of a sentence stay. */
export function useRenamed(method: MethodName): (text: string) => string {
  const [language] = useLanguage();
  const { listings, form, tutorial } = useListings(method);
  const listing = listings?.find((one) => one.language === language && one.form === form);
  if (tutorial === null || !listing) return (text) => text;
  // A frame writes is_safe where Java has isSafe.
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const names = new Map<string, string>();
  for (const [ours = "", theirs = ""] of listing.names) for (const name of [ours, snake(ours)]) names.set(name, theirs);
  return (text) => text.replace(/[a-z_]+/gi, (word) => names.get(word) ?? word);
}

/** The listing of a run or of a method. `rust`: the source of bezzel is a choice too. */
type ProgramProps = { run: Run; method?: undefined; rust?: boolean } | { run?: undefined; method: MethodName; rust?: undefined };

/** The listing with a choice of languages. That of a run lights the line of the step, and a click on a line sets a breakpoint. */
export function Program({ run, method = run?.method, rust }: ProgramProps) {
  const words = useWords();
  const [remembered, setLanguage] = useLanguage();
  const { listings, error, tutorials, tutorial, setNames, forms, form, setForm } = useListings(method!);
  const says = words.lesson;
  const choices = LANGUAGES.filter((name) => rust || name !== "rust");
  const language = choices.find((name) => name === remembered) ?? "pseudocode";
  const listing = listings?.find((one) => one.language === language && one.form === form);
  const names = NAMES.filter((name) => name === "bezzel" || tutorials.some((one) => one === name));
  const source = run?.shown.step?.source;
  return (
    <div class="program">
      <div class="listing-choices">
        <SelectField label={says.language} value={language} options={choices} name={(one) => says.languages[one]} onValue={setLanguage} />
        {tutorials.length > 0 && language !== "rust" && (
          <SelectField label={says.names} value={tutorial ?? "bezzel"} options={names} name={says.namesOf} onValue={setNames} />
        )}
        {forms.length > 1 && language !== "rust" && (
          <SelectField label={says.form} value={form} options={forms} name={(one) => says.forms[one]} onValue={setForm} />
        )}
      </div>
      <ErrorMessage error={error} />
      {language === "rust" && <Source file={source?.file ?? methodOf(method!).file} line={source?.line} />}
      {listing && <ListingLines listing={listing} run={run} />}
      {tutorial !== null && language !== "rust" && <p class="note">{language === "pseudocode" ? says.prose : says.renamed}</p>}
      {method === "bitmask" && (tutorial === "A" || tutorial === "D") && <p class="note">{says.shifts}</p>}
      {run?.given && <p class="note">{words.given.listing}</p>}
      {words.numbers.first === 1 && <p class="note">{words.counting.code}</p>}
    </div>
  );
}

function ListingLines({ listing, run }: { listing: Listing; run: Run | undefined }) {
  const words = useWords();
  const box = useRef<HTMLPreElement>(null);
  const kind = run?.shown.step?.kind;
  const current = listing.lines.findIndex((line) => line.kinds.some((one) => one === kind));
  useEffect(() => {
    const element = box.current;
    const line = element?.querySelector<HTMLElement>(".current");
    if (element && line) keepInView(element, line.offsetTop, 2 * line.offsetHeight);
  }, [current, listing]);
  return (
    <pre class="source listing" ref={box} tabIndex={0} aria-label={words.lesson.listingOf(words.lesson.languages[listing.language])}>
      <code>
        {listing.lines.map((line, at) => {
          const plain = words.code === "en" ? line.english : line.chinese;
          const text = run?.given && line.kinds.includes("test-masks") ? plain.replace(/\b(full|limit|final)\b/, "board") : plain;
          const { kinds } = line;
          const canPause = run !== undefined && kinds.length > 0;
          const pauses = canPause && kinds.every((kind) => run.breakpoints.includes(kind));
          return (
            <span
              key={at}
              class={`listing-line ${at === current ? "current" : ""} ${canPause ? "pausable" : ""} ${pauses ? "pauses" : ""}`}
              style={{ "--depth": text.search(/\S|$/) }}
              aria-current={at === current ? "step" : undefined}
              title={canPause ? words.lesson.breakpointHere : undefined}
              onClick={canPause ? () => run.toggleBreakpoints(kinds) : undefined}
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
