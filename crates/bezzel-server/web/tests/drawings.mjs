// Walks along the steps of a run inside the page.

/** Adds functions to the page, because a request for each step would cost more than the step. */
export function collectDrawings() {
  /** Board, data, tree, counters, sentence and call stack of the step on the screen. */
  globalThis.drawing = () =>
    [".stage .board", ".data", ".tree", ".work", ".sentence"]
      .map((selector) => document.querySelector(selector)?.outerHTML)
      .concat(document.querySelector(".stack")?.textContent)
      .join("\n");
  globalThis.stepShown = () => Number(/^step ([\d\s]+) of/u.exec(document.querySelector(".place")?.textContent ?? "")?.[1].replace(/\D/g, "") ?? NaN);
  /** Presses a key once for each step that it must reach; returns the drawing and the line of each. */
  globalThis.walk = async (key, steps, limit) => {
    const states = [];
    for (const step of steps) {
      dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      for (const ends = Date.now() + limit; globalThis.stepShown() !== step; await new Promise((done) => setTimeout(done)))
        if (Date.now() > ends) throw new Error(`timed out waiting for step ${step}`);
      states.push({ step, drawing: globalThis.drawing(), line: document.querySelector(".listing .current")?.textContent ?? "" });
    }
    return states;
  };
}
