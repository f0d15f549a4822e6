// The figure of the chapter on puzzles with regions: the rules of deduction.

import { ErrorMessage, useLoaded } from "../parts";
import { PuzzleBoard } from "../puzzle/drawing";
import { emptyMarks, type Marks, puzzleOf, type Rule, type Step, withStep } from "../puzzle/model";
import { nextHint } from "../puzzle/solver";
import { usePuzzleWords } from "../puzzle/words";

/** A puzzle that needs all rules. */
const PUZZLE = puzzleOf("AABBBAAAABACCCBDCDEEDDDDE")!;
const RULES: readonly Rule[] = ["queen", "single", "inside", "attacks-all", "sets", "contradiction"];

interface Example {
  marks: Marks;
  step: Step;
}

/** The first step by each rule on the way to the solution, and the marks before it. */
async function examples(): Promise<Map<Rule, Example>> {
  const found = new Map<Rule, Example>();
  for (let marks = emptyMarks(PUZZLE.n); ; ) {
    const hint = await nextHint(PUZZLE, marks);
    if (hint.kind !== "step") return found;
    const { step } = hint;
    if (!found.has(step.rule)) found.set(step.rule, { marks, step });
    marks = withStep(marks, step);
  }
}

/** A board for each rule, with its argument framed and its conclusion drawn bold. */
export function PuzzleRules() {
  const says = usePuzzleWords();
  const { value, error } = useLoaded(examples, 0);
  return (
    <div class="side-by-side">
      <ErrorMessage error={error} />
      {RULES.map((rule, at) => {
        const example = value?.get(rule);
        if (!example) return null;
        const { marks, step } = example;
        const { because, place, ruleOut } = step;
        return (
          <figure key={rule} class="mini">
            <h3>
              {at + 1}. {says.ruleNames[rule]}
            </h3>
            <PuzzleBoard
              puzzle={PUZZLE}
              marks={marks}
              name={`rule-${rule}`}
              label={says.boardLabel(5)}
              looks={{ because, place, ruleOut }}
            />
            <figcaption>{says.reason(step, 5)}</figcaption>
          </figure>
        );
      })}
    </div>
  );
}
