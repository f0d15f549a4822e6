// Scripts of the page that are loaded when they are needed.

import files from "virtual:scripts";

import { IN_NOTEBOOK } from "./notebook";
import { ApiError, unreachable } from "./problem";
import { SERVED } from "./server";

const inside = new Promise<void>((resolve) => addEventListener("DOMContentLoaded", () => resolve()));
const loading = new Map<string, Promise<void>>();

/** Loads a script, once. */
export function loadScript(name: keyof typeof files): Promise<void> {
  // A notebook has them inside, some of them after that of the page.
  if (IN_NOTEBOOK) return document.readyState === "loading" ? inside : Promise.resolve();
  const known = loading.get(name);
  if (known) return known;
  const promise = new Promise<void>((resolve, reject) => {
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
  loading.set(name, promise);
  promise.catch(() => loading.delete(name));
  return promise;
}
