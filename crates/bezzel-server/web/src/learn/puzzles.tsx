// The chapter on puzzles with regions: how they differ from n queens, the rules of deduction, how they are made.

import { ErrorMessage, useLoaded } from "../parts";
import { PuzzleBoard } from "../puzzle/drawing";
import { emptyMarks, type Marks, puzzleOf, type Rule, type Step, withStep } from "../puzzle/model";
import { nextHint } from "../puzzle/solver";
import { usePuzzleWords } from "../puzzle/words";
import type { Section } from "../tabs/learn";

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

export const puzzles: Record<"en" | "zh", Section> = {
  en: {
    id: "puzzles",
    title: "Queens with regions: the daily puzzle",
    parts: [
      "The daily puzzle changes two rules. Queens may share a long diagonal; they must only not **touch**, not even at a corner. And the board is cut into n connected **regions**, each of which needs a queen. Without regions there are 14, 90, 646, 5,242, 47,622, 479,306, 5,296,790 and 63,779,034 placements for n = 5 to 12 (OEIS A002464); the regions must leave exactly one of them.",
      "A program finds it as an **exact cover**: choose squares so that every row, column and region is covered once. The squares of each 2×2 window are covered at most once, because queens in a window touch. Put long diagonals in place of windows and leave out the regions, and the same program solves n queens.",
      "A person solves it by deduction. A **unit** is a row, column or region; a square is free until it is ruled out. Six rules suffice, from simple to complex. Each board below shows the first step by one rule, on the way to one solution: dashed frames are the squares of the argument, bold crosses and the pale queen are the conclusion.",
      { figure: "puzzle-rules" },
      "All rules are **sound**: they never rule out a square of the solution. They are also **monotone**: with fewer free squares they conclude no less. So the most complex rule that a puzzle needs does not depend on the order of the steps. It gives the grade: rules 1 to 3 easy, rule 4 medium, rule 5 hard, rule 6 expert.",
      "A puzzle with exactly one solution is made backwards. Place n queens at random so that none touch, and let a region grow from each: again and again, a random free square next to a region joins it. Then search for a second solution. If there is one, move a square of it that is not in the intended solution to a neighbouring region, as long as its old region stays connected. This breaks the second solution and keeps the first. Repeat until no other solution is left; start again if no move is left or after 20 n moves. Try the result on the Puzzle tab, or with `bezzel puzzle new 8`.",
    ],
  },
  zh: {
    id: "puzzles",
    title: "带区域的皇后：每日谜题",
    parts: [
      "每日谜题改了两条规则。皇后可以同在一条对角线上，只是不得**相邻**，斜向相邻也不行。棋盘又分成 n 个连通的**区域**，每个区域要有一个皇后。没有区域时，n = 5 到 12 的解分别有 14、90、646、5,242、47,622、479,306、5,296,790、63,779,034 种（OEIS A002464）；划分区域后必须只剩一种。",
      "程序把它看作**精确覆盖**：选出若干格子，使每行、每列、每个区域恰好覆盖一次。每个 2×2 窗口最多覆盖一次，因为窗口内的两个皇后必相邻。把窗口换成对角线、去掉区域，同一个程序就能解 n 皇后。",
      "人解题靠推理。格子在排除之前都是可用的。从易到难，六条规则就够了。下面每个棋盘是同一道谜题中某条规则第一次用到的一步：虚线框是推理所依据的格子，粗叉和浅色皇后是结论。",
      { figure: "puzzle-rules" },
      "这些规则都是**可靠**的：不会排除解中的格子。这些规则还是**单调**的：可用的格子越少，结论只多不少。所以无论先走哪一步，一道谜题要用到的最难规则都一样，难度就由这条规则决定：规则 1 到 3 为简单，规则 4 为中等，规则 5 为困难，规则 6 为专家。",
      "只有一个解的谜题是倒着做出来的。先随机放 n 个互不相邻的皇后，再让每个皇后的区域逐格生长：每次随机选一个尚未分配、又与某个区域相邻的格子，并入该区域。然后寻找第二个解。若有，就从中取一个不属于预定解的格子，在原区域保持连通的前提下，把它划给相邻的区域：第二个解因此失效，预定解不变。如此反复，直到没有其他解；若无格可移，或者已经移动了 20n 次，就重新开始。可以在“谜题”标签页试玩，或运行 `bezzel puzzle new 8`。",
    ],
  },
};
