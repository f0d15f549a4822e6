// Programs that the reader changed, kept in the local storage of the browser.

const KEY = "bezzel-programs";
/** Number of programs that are kept; the one that was changed least recently is dropped first. */
const MAX_KEPT = 50;

function all(): [string, string][] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    const isEntry = (entry: unknown) => Array.isArray(entry) && entry.length === 2 && entry.every((one) => typeof one === "string");
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** The program that was kept under a name. */
export const keptProgram = (name: string): string | undefined => all().find((entry) => entry[0] === name)?.[1];

/** Keeps a program; undefined forgets it. */
export function keepProgram(name: string, program: string | undefined) {
  const others = all().filter((entry) => entry[0] !== name);
  const kept = program === undefined ? others : [...others.slice(1 - MAX_KEPT), [name, program]];
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // The storage is full or forbidden: the program lasts as long as the page.
  }
}
