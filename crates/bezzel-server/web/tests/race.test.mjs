// Race tab.

import { describe, test } from "node:test";

import { interceptEngine } from "./engine.mjs";
import { button, number, page, press, pressInTurn, says, show } from "./setup.mjs";

describe("race", () => {
  test("methods race and are measured", async () => {
    // On a busy machine frames are late, so that several steps are due at the end of a run.
    await page.addInitScript(() => {
      globalThis.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 500);
      globalThis.cancelAnimationFrame = clearTimeout;
    });
    await show("#/race?methods=bitmask,linked-columns&n=4");
    await page.getByLabel("Measure up to n", { exact: true }).fill("7");
    await press("Start race");
    await button("Restart race").waitFor();
    await page
      .getByText(/^finished after \d+ steps/)
      .nth(1)
      .waitFor();
    // The boards end on a solution, not empty as the runs do.
    await number(".track .board.solved", 2);
    // The counters count the whole run, as in the command.
    for (const tried of [16, 32]) await page.locator(".track", { hasText: `squares tried: ${tried}, solutions: 2` }).waitFor();
    await number(".plots .point", 2 * 2 * 4);
    await page.getByText("Measuring …").waitFor({ state: "detached" });
    await button("Race again").waitFor();
    await page.getByText("All measurements").click();
    await number("tbody tr", 8);
    // The claims of the tutorials are measured in turn, each for its own n; n = 15 and 16 take a minute.
    await number(".report ul[role=status] li", 4);
    await press("Measure the claims (5 to 60 s)");
    for (const [n, count] of [
      [12, "14,200"],
      [13, "73,712"],
    ]) {
      await page
        .locator(".report ul[role=status] li", { hasText: new RegExp(`n = ${n} by .* within .*: ${count} solutions in`) })
        .waitFor();
    }
    // The rank is that of the measured times at the largest n.
    const rows = await page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
    const seconds = (text) => Number.parseFloat(text) * { s: 1, ms: 1e-3, µs: 1e-6, ns: 1e-9 }[text.split(" ")[1]];
    const last = rows.filter(([n]) => n === "7").map(([, name, , time]) => [name, seconds(time)]);
    // The table rounds the times, so that two may be the same.
    const least = Math.min(...last.map(([, time]) => time));
    const fastest = last.filter(([, time]) => time === least).map(([name]) => name);
    await page
      .locator(".track.first")
      .getByRole("heading", { name: new RegExp(`^(${fastest.join("|")})$`) })
      .waitFor();
    await says(/Rank 1: .* for n = 7/, /Rank 2: .* for n = 7/);
  });

  test("measurements that fail show an error and end, and one method alone does not race", async () => {
    await interceptEngine(page, ({ run }) =>
      run?.race ? { problem: { detail: "", text: { english: "choose two to four methods", chinese: "" } } } : undefined,
    );
    await show("#/race?methods=bitmask,linked-columns&n=12");
    await pressInTurn("Start race", "Measure now");
    await page.getByRole("alert").filter({ hasText: "Choose two to four methods" }).waitFor();
    await page.getByText("Measuring …").waitFor({ state: "detached" });
    // Fewer than two cannot race.
    await page.getByRole("checkbox", { name: "bitmask", exact: true }).uncheck();
    await page.getByRole("alert").filter({ hasText: "two to four" }).waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll("button")].some((one) => one.textContent.trim() === "Start race" && one.disabled),
    );
  });
});
