// What the page keeps in the local storage of the browser. A browser may refuse it, as to embedded pages, or it is full:
// then what would be kept lasts as long as the page.

/** Uses the storage; returns null where it is refused. */
export function stores<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

/** Keeps a list under a name; returns false where it is not kept. */
export const storeList = (name: string, list: unknown[]): boolean =>
  stores((storage) => storage.setItem(name, JSON.stringify(list)) === undefined) ?? false;

/** The list under a name, without what is no entry of it. */
export function storedList<T>(name: string, isEntry: (one: T) => boolean): T[] {
  const list: unknown = stores((storage) => JSON.parse(storage.getItem(name) ?? "[]"));
  return Array.isArray(list) ? list.filter((one: T) => one != null && isEntry(one)) : [];
}

/** A list of values by their names; where it has more than `most`, the one that was changed least recently goes first. */
export function namedValues<T>(list: string, most: number, isValue: (value: T) => boolean) {
  const all = () => storedList<[string, T]>(list, (entry) => Array.isArray(entry) && typeof entry[0] === "string" && isValue(entry[1]));
  return {
    get: (name: string): T | undefined => all().find((entry) => entry[0] === name)?.[1],
    /** Keeps a value; undefined forgets it. */
    set: (name: string, value: T | undefined) => {
      const others = all().filter((entry) => entry[0] !== name);
      storeList(list, value === undefined ? others : [...others.slice(1 - most), [name, value]]);
    },
  };
}
