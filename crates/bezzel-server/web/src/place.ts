// The fragment of the address (`#/tab?query`) holds the state of a tab, so a link restores it.

import { useCallback, useEffect, useLayoutEffect, useState } from "preact/hooks";

export const TABS = ["methods", "board", "puzzle", "race", "count", "learn"] as const;
export type Tab = (typeof TABS)[number];

export interface Place {
  tab: Tab;
  query: URLSearchParams;
}

function read(): Place {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const tab = TABS.find((name) => name === path) ?? "methods";
  return { tab, query: new URLSearchParams(query) };
}

export function href(tab: Tab, query: { [name: string]: string | number } = {}): string {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `#/${tab}${text.size > 0 ? `?${text}` : ""}`;
}

export function usePlace(): Place {
  const [place, setPlace] = useState(read);
  useLayoutEffect(() => {
    const changed = () => setPlace(read());
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return place;
}

/** Writes the state into the address after 250 ms without changes, without a history entry. */
export function useAddress(tab: Tab, query: { [name: string]: string | number }) {
  const text = href(tab, query);
  useEffect(() => {
    const timer = setTimeout(() => history.replaceState(null, "", text), 250);
    return () => clearTimeout(timer);
  }, [text]);
}

/** A state that is kept in the local storage of the browser. */
export function useRemembered<T extends string>(name: string, accepted: readonly T[], first: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    const stored = localStorage.getItem(`bezzel-${name}`);
    return accepted.find((one) => one === stored) ?? first;
  });
  const remember = useCallback(
    (value: T) => {
      localStorage.setItem(`bezzel-${name}`, value);
      setValue(value);
    },
    [name],
  );
  return [value, remember];
}

/** Parses a whole number within bounds; returns `otherwise` if it is missing or invalid. */
export function whole(text: string | null, least: number, most: number, otherwise: number): number {
  const number = text !== null && /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  return number >= least && number <= most ? number : otherwise;
}
