// The fragment of the address (`#/tab?query`) holds the state of a tab, so a link restores it.

import { createContext } from "preact";
import { useCallback, useContext, useLayoutEffect, useState } from "preact/hooks";

import { IN_NOTEBOOK, PLACE } from "./notebook";
import { stores } from "./storage";

/** The tabs in the header. */
export const TABS = ["lesson", "methods", "board", "puzzle", "program", "race", "count", "heat", "learn"] as const;
/** Views without a link in the header: a player for other pages, a sheet for class, and sheets of puzzles. */
const VIEWS = [...TABS, "embed", "sheet", "puzzles"] as const;
export type Tab = (typeof VIEWS)[number];

export type Query = { [name: string]: string | number };

export interface Place {
  tab: Tab;
  query: URLSearchParams;
  /** The name in the address, if it is not that of a tab. */
  unknown: string | undefined;
  /** False if the tab was left with this state, so that it is shown as it was. */
  fresh: boolean;
}

/** Address of each tab as it is now, or was when it was left. */
const kept = new Map<Tab, string>();

function read(): Place {
  const [path = "", query = ""] = (PLACE ?? location.hash).replace(/^#\/?/, "").split("?");
  const known = VIEWS.find((name) => name === path);
  const tab = known ?? "lesson";
  const unknown = known || path === "" ? undefined : decoded(path);
  return { tab, query: new URLSearchParams(query), unknown, fresh: location.hash !== kept.get(tab) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function href(tab: Tab, query: Query = {}): string {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `#/${tab}${text.size > 0 ? `?${text}` : ""}`;
}

/** Address of a tab in the state in which it was left. */
export const leftAt = (tab: Tab): string => kept.get(tab) ?? href(tab);

/** Tabs that follow a new address themselves, so that Back leads through their chapters. */
export const FOLLOWS: readonly Tab[] = ["learn"];

/** A tab that was opened, with the state that it began with; another key starts it anew. */
interface OpenTab {
  key: number;
  query: URLSearchParams;
}

export interface Places {
  place: Place;
  open: ReadonlyMap<Tab, OpenTab>;
}

function opened(open: Places["open"], place: Place): Places {
  const { tab, query, fresh } = place;
  const before = open.get(tab);
  // A link to the same tab with another state starts the tab anew.
  if (before && !fresh) return { place, open };
  const key = before && FOLLOWS.includes(tab) ? before.key : (before?.key ?? 0) + 1;
  return { place, open: new Map(open).set(tab, { key, query }) };
}

/** The place of the address, and all tabs that were opened. */
export function usePlaces(): Places {
  const [places, setPlaces] = useState(() => opened(new Map(), read()));
  useLayoutEffect(() => {
    const changed = () => setPlaces(({ open }) => opened(open, read()));
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return places;
}

/** The tab of a component, and true if it is on the screen; tabs that were left stay in the page. */
export const TabContext = createContext<{ tab: Tab; shown: boolean }>({ tab: "lesson", shown: true });

export const useTab = () => useContext(TabContext);

/** The address to write next, its tab, and the address of the page when it became due. */
let due: { timer: ReturnType<typeof setTimeout>; text: string; tab: Tab; from: string } | undefined;

/** Writes the address now, for example before a link leads away from the tab. */
export function writeAddress() {
  if (!due) return;
  clearTimeout(due.timer);
  // A link may have led away meanwhile.
  if (location.hash === due.from && read().tab === due.tab) history.replaceState(null, "", due.text);
  due = undefined;
}

/** Writes the state into the address after 250 ms without changes, without a history entry. */
export function useAddress(query: Query) {
  const { tab, shown } = useTab();
  const text = href(tab, query);
  useLayoutEffect(() => {
    kept.set(tab, text);
    if (!shown || IN_NOTEBOOK) return;
    if (due) clearTimeout(due.timer);
    due = { text, tab, from: location.hash, timer: setTimeout(writeAddress, 250) };
  }, [text, shown]);
}

/** Goes to a state of the same tab with a new history entry. */
export function pushAddress(tab: Tab, query: Query) {
  writeAddress();
  const text = href(tab, query);
  if (location.hash === text) return;
  kept.set(tab, text);
  history.pushState(null, "", text);
}

/** Sets the title of the browser's tab while this tab is on the screen. */
export function useTitle(title: string) {
  const { shown } = useTab();
  useLayoutEffect(() => {
    if (shown) document.title = `${title} · bezzel`;
  }, [title, shown]);
}

/** What each component does with a new value of a remembered state. */
const followers = new Map<string, Set<(value: string) => void>>();

/** A state that is kept in the local storage of the browser, the same for all components. */
export function useRemembered<T extends string>(name: string, accepted: readonly T[], first: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    const stored = IN_NOTEBOOK ? null : stores((storage) => storage.getItem(`bezzel-${name}`));
    return accepted.find((one) => one === stored) ?? first;
  });
  useLayoutEffect(() => {
    const all = followers.get(name) ?? new Set();
    followers.set(name, all);
    const follow = (value: string) => setValue((before) => accepted.find((one) => one === value) ?? before);
    all.add(follow);
    return () => void all.delete(follow);
  }, [name]);
  const remember = useCallback(
    (value: T) => {
      if (!IN_NOTEBOOK) stores((storage) => storage.setItem(`bezzel-${name}`, value));
      for (const follow of followers.get(name) ?? []) follow(value);
    },
    [name],
  );
  return [value, remember];
}

/** A value of the address that was not accepted. */
export interface Fault {
  name: string;
  value: string;
  /** Range or names that are accepted; undefined if the address has a name that is not known. */
  accepted?: { least: number; most: number } | { names: readonly string[] } | { rows: number } | { like: string };
  /** The value used instead. */
  used?: string;
}

/** Reads the values of an address and collects those that are not accepted. */
export class AddressReader {
  readonly faults: Fault[] = [];
  private readonly known = new Set<string>();

  constructor(private readonly query: URLSearchParams) {}

  /** Reads a whole number within bounds. */
  whole<T extends number | undefined>(name: string, least: number, most: number, otherwise: T): number | T {
    const text = this.text(name);
    if (text === null) return otherwise;
    const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
    if (number >= least && number <= most) return number;
    this.fault({ name, value: text, accepted: { least, most }, used: otherwise === undefined ? undefined : String(otherwise) });
    return otherwise;
  }

  /** Reads one of several names. */
  one<T extends string>(name: string, names: readonly T[], otherwise: T): T {
    const text = this.text(name);
    if (text === null) return otherwise;
    const found = names.find((one) => one === text);
    if (found === undefined) this.fault({ name, value: text, accepted: { names }, used: otherwise || undefined });
    return found ?? otherwise;
  }

  /** Reads any text; null if the address lacks it. */
  text(name: string): string | null {
    this.known.add(name);
    return this.query.get(name);
  }

  fault(fault: { name: string; value: string; accepted?: Fault["accepted"]; used?: string | undefined }) {
    const { used, ...rest } = fault;
    this.faults.push(used === undefined ? rest : { ...rest, used });
  }

  /** Adds the names that were not read, and returns all faults. */
  finish(): Fault[] {
    for (const [name, value] of this.query) if (!this.known.has(name)) this.fault({ name, value });
    return this.faults;
  }
}
