// Learn tab: the questions after each chapter.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as engine from "./engine.mjs";
import { page, remember, show } from "./setup.mjs";

describe("quiz", () => {
  test("every chapter asks about the method that it shows, and explains the right answer", async () => {
    const methods = {
      counting: "brute-force",
      backtracking: "slope-test",
      slope: "slope-test",
      border: "bordered-board",
      diagonals: "diagonal-markers",
      bits: "bitmask",
      last: "last-column",
      links: "linked-columns",
      symmetry: "mirrored-markers",
      colours: "colour-split",
    };
    await remember({ language: "zh" });
    await show("#/learn");
    await page.locator(".quiz").first().waitFor();
    assert.deepEqual(await page.locator("section:has(> .quiz)").evaluateAll((all) => all.map(({ id }) => id)), Object.keys(methods));
    // For a change, each third one.
    const asked = Object.entries(methods).filter((_, at) => process.env.BEZZEL_TEST_ALL || at % 3 === 0);
    for (const [id, method] of asked) {
      const quiz = page.locator(`#${id} .quiz`);
      await quiz.getByRole("button", { name: "开始答题" }).click();
      await quiz.locator(".question p").getByText(`${method}，n = `).waitFor();
      const answers = quiz.locator(".answers button");
      const texts = await answers.allInnerTexts();
      assert.equal(new Set(texts).size, 4, texts.join("\n"));
      await answers.first().click();
      await quiz.locator(".answers .right").waitFor();
      const verdict = await quiz.locator(".verdict").innerText();
      assert.equal(await quiz.locator(".answers .wrong").count(), verdict.startsWith("不对。") ? 1 : 0);
    }
  });

  test("the right answer is the step that the run takes, right answers are counted, and a second round asks other questions", async () => {
    const { steps } = engine.steps({ method: "bitmask", n: 5 });
    const expected = (at) => {
      const next = steps.slice(at).find(({ kind }) => !kind.startsWith("test") && !kind.startsWith("masks"));
      if (!next) return "The run ends.";
      const where = next.square ? `row ${next.square.row}, column ${next.square.column}` : "";
      return {
        try: `It tries ${where}.`,
        place: `It places a queen at ${where}.`,
        remove: `It removes the queen at ${where}.`,
        exhausted: `Row ${next.row} is exhausted.`,
        solution: "It has found a solution.",
      }[next.kind];
    };
    await show("#/learn?section=bits");
    const quiz = page.locator("#bits .quiz");
    await quiz.getByRole("button", { name: "Start the questions" }).click();
    const seen = [];
    for (let round = 0; round < 2; round++) {
      let right = 0;
      for (let question = 0; question < 6; question++) {
        const step = await quiz.locator(".question").getAttribute("data-step");
        seen.push(step);
        await quiz.locator(".answers button").first().click();
        assert.equal(await quiz.locator(".answers .right").innerText(), expected(Number(step)));
        right += Number((await quiz.locator(".answers .wrong").count()) === 0);
        await quiz.getByRole("button", { name: "Next", exact: true }).click();
        await page.waitForFunction((step) => document.querySelector("#bits .question")?.dataset.step !== step, step);
      }
      await quiz.getByText(`${right} of 6 right.`).waitFor();
      await quiz.getByRole("button", { name: "Again" }).click();
    }
    assert.equal(new Set(seen).size, seen.length, seen.join(" "));
  });
});
