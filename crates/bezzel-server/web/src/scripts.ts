// Scripts of the page that are loaded when they are needed.

import files from "virtual:scripts";

import { IN_NOTEBOOK } from "./notebook";
import { ApiError, unreachable } from "./problem";
import { SERVED } from "./server";

const inside = new Promise<void>((resolve) => addEventListener("DOMContentLoaded", () => resolve()));

/** A function that loads what its arguments name once, and again after a failure. */
export function once<Names extends unknown[], Value>(load: (...names: Names) => Promise<Value>): typeof load {
  const loaded = new Map<string, Promise<Value>>();
  return (...names) => {
    const key = names.join(" ");
    const promise = loaded.get(key) ?? load(...names);
    loaded.set(key, promise);
    promise.catch(() => loaded.delete(key));
    return promise;
  };
}

/** Loads a script. */
export const loadScript = once((name: string) => {
  // A notebook has them inside, some of them after that of the page.
  if (IN_NOTEBOOK) return document.readyState === "loading" ? inside : Promise.resolve();
  return new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = files[name]!;
    script.onerror = () => {
      script.remove();
      unreachable.dispatchEvent(new Event("unreachable"));
      reject(new ApiError(SERVED ? "unreachable" : "missing", `cannot load ${files[name]}`));
    };
    script.onload = () => {
      script.remove();
      // The build puts this at the end of each script.
      if ("ran" in script) resolve();
      else reject(new ApiError("damaged", `cannot read ${files[name]}`));
    };
    document.head.append(script);
  });
});

/** Takes the text that a script has put under a global name, which then needs no memory. */
export function taken(name: string): string {
  const names = globalThis as unknown as { [name: string]: string };
  const text = names[name]!;
  delete names[name];
  return text;
}
