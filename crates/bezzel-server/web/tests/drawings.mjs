// Functions inside the page, where nothing passes between a condition and what follows it.

/** Makes the page transparent on the screen: browsers lay it out, but do not draw pixels, which nothing looks at. */
export function drawNoPixels() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("@media screen { html { opacity: 0 !important; } }");
  document.adoptedStyleSheets = [sheet];
}

/** Adds functions to the page. A request for each step would also cost more than the step. */
export function collectDrawings() {
  /** Board, data, tree, counters, sentence and call stack of the step on the screen. */
  globalThis.drawing = () =>
    [".stage .board", ".data", ".tree", ".work", ".sentence"]
      .map((selector) => document.querySelector(selector)?.outerHTML)
      .concat(document.querySelector(".stack")?.textContent)
      .join("\n");
  /** The place of the tab on the screen, as text; empty until the length of the run is known, which is drawn too. */
  globalThis.placeShown = () => {
    const place = [...document.querySelectorAll(".place")].find((one) => one.checkVisibility())?.textContent ?? "";
    return place.includes("…") ? "" : place;
  };
  /** The variables of the call stack, innermost call first, and the variables of the data panel. */
  globalThis.variables = () => {
    const text = (element, selector) => element.querySelector(selector)?.textContent.trim() ?? "";
    const all = (element, selector) => [...element.querySelectorAll(selector)];
    const stack = all(document, ".stack .frame").map((frame) => ({
      call: text(frame, ".frame-name"),
      locals: Object.fromEntries(all(frame, "dl > div").map((local) => [text(local, "dt"), text(local, "dd")])),
    }));
    const rows = [...all(document, ".data .bits:not(.numbers-of-bits)"), ...all(document, ".data .array")];
    const panel = rows.map((row) => [text(row, "code"), all(row, ".cell").map((cell) => cell.textContent)]);
    return { stack, panel };
  };
  globalThis.stepShown = () => Number(/^step ([\d,]+) of/u.exec(globalThis.placeShown())?.[1].replace(/\D/g, "") ?? NaN);
  /** Waits for changes of the page until `find` returns something. */
  const found = (find, what, limit) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const value = find();
        if (value) resolve(value);
        return value;
      };
      if (look()) return;
      const observer = new MutationObserver(() => look() && end());
      const timer = setTimeout(() => reject(new Error(`timed out waiting for ${what}`)), limit);
      const end = () => {
        observer.disconnect();
        clearTimeout(timer);
      };
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    });
  /** Presses a key once for each step that it must reach; returns the drawing and the line of each. */
  globalThis.walk = async (key, steps, limit) => {
    const states = [];
    for (const step of steps) {
      dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      await found(() => globalThis.stepShown() === step, `step ${step}`, limit);
      states.push({
        step,
        drawing: globalThis.drawing(),
        line: document.querySelector(".listing .current")?.textContent ?? "",
        ...globalThis.variables(),
      });
    }
    return states;
  };
  /** Presses buttons, each as soon as it is there: a run may end, and its button disappear, while a test waits. */
  globalThis.pressInTurn = async (names, limit) => {
    for (const name of names) {
      const isIt = (one) => [one.ariaLabel, one.textContent.trim()].includes(name) && one.checkVisibility();
      (await found(() => [...document.querySelectorAll("button")].find(isIt), `the button ${name}`, limit)).click();
    }
  };
}
