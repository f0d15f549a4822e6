import type { Square } from "../api";
import type { Numbering } from "../words/numbers";
import type { PuzzleWords } from "./en";
import type { Grade, Rule, Unit } from "./model";
import { letterOf } from "./model";

const unit = ({ shown }: Numbering, one: Unit) =>
  "region" in one ? `区域 ${letterOf(one.region)}` : "row" in one ? `第 ${shown(one.row)} 行` : `第 ${shown(one.column)} 列`;
const units = (numbers: Numbering, all: Unit[]) => all.map((one) => unit(numbers, one)).join("、");
const at = ({ shown }: Numbering, { row, column }: Square) => `第 ${shown(row)} 行第 ${shown(column)} 列`;
/** A space between a Latin letter and a Chinese character. */
const spaced = (text: string) => (/[A-Z]$/.test(text) ? `${text} ` : text);

const grades: Record<Grade | "any", string> = { any: "不限", easy: "简单", medium: "中等", hard: "困难", expert: "专家" };
const rules: Record<Rule, string> = {
  queen: "已放皇后",
  single: "唯一可用格",
  inside: "区块排除",
  "attacks-all": "全部受攻击",
  sets: "成组排除",
  contradiction: "反证",
};

const sheet = "每行、每列、每个区域各放一个皇后，互不相邻。";

export const zh = (numbers: Numbering): PuzzleWords => ({
  rules: "每行、每列、每个颜色区域各放一个皇后。任意两个皇后不得相邻，斜向相邻也不行；只要不相邻，可以在同一条对角线上。",
  how: `单击（触屏：轻触）格子打叉，再次单击放皇后，第三次清除。划过多个格子，全部打叉。单击鼠标右键，或长按半秒，放皇后。键盘（无论焦点在哪里）：方向键移动，Q 放皇后，X 打叉，Delete 清除，H 提示，Ctrl+Z 撤销，Ctrl+Y 重做。行和列从 ${numbers.shown(0)} 编号。`,
  boardLabel: (n) => `${n} × ${n} 谜题棋盘`,
  square: (region, mark, isAttacked) =>
    `区域 ${letterOf(region)}${mark === "Q" ? "，皇后" : mark === "x" ? "，叉" : isAttacked ? "，自动打叉" : ""}`,
  of: (day) => `${day} 的谜题`,
  linked: "链接中的谜题",
  pasted: "粘贴的谜题",
  grade: "难度",
  graded: (grade) => `难度：${grades[grade]}`,
  grades,
  queens: (placed, n) => `已放 ${placed} / ${n} 个皇后`,
  restart: "重新开始",
  more: "显示格子",
  apply: "执行这一步",
  automatic: "自动给受攻击的格子打叉",
  showTimer: "显示计时",
  time: "用时：",
  today: "今日谜题",
  day: "日期",
  new: "新谜题",
  size: "大小 n",
  rare: "这种大小的谜题很少有这种难度，生成一道可能要一分钟。",
  solved: (time, hints) =>
    `已解出，${time === undefined ? "" : `用时 ${time}，`}${hints === 0 ? "没有使用提示" : `使用了 ${hints} 次提示`}。`,
  clash: (first) => `有两个皇后违反规则：${first}。`,
  touching: "两者相邻",
  sharing: (shared) => `两者同在${unit(numbers, shared)}`,
  noSquare: (empty) => `${spaced(unit(numbers, empty))}已没有可用的格子。`,
  mistake: "有些标记不对，已用方框标出，请先改正。",
  noRule: "用现有的规则已推不出下一步。",
  unique: "此谜题恰好有一个解。",
  several: "此谜题有多个解，这里给出其中两个。",
  undecided: "超时：没有找出此谜题的全部解。",
  solution: (number) => `解 ${number}`,
  none: "此谜题无解。",
  making: "正在生成谜题……",
  printed: (title, grade) => `${title}${grade ? `（${grades[grade]}）` : ""}：${sheet}`,
  sheets: "谜题练习页",
  sheetsNote: "每页四道谜题，答案都在最后。用本页的地址可以再次打开同样的谜题。",
  count: "谜题数",
  make: "生成谜题",
  madeOf: (made, all) => `已生成 ${made} / ${all} 道谜题`,
  caption: (number, grade) => `谜题 ${number}${grade ? `（${grades[grade]}）` : ""}`,
  solutions: "答案",
  back: "返回谜题",
  sheet,
  ruleNames: rules,
  look: ({ rule, units: all }) =>
    rule === "queen" ? `${rules[rule]}：看皇后所在的行、列、区域，以及相邻的格子。` : `${rules[rule]}：看${units(numbers, all)}。`,
  reason: ({ rule, units: all, because, step }) => {
    const ruledOut = "rule_out" in step ? step.rule_out.length : 0;
    const k = all.length / 2;
    const out = ruledOut === 1 ? "排除标出的格子" : `排除标出的 ${ruledOut} 个格子`;
    switch (rule) {
      case "queen":
        return `${at(numbers, because[0]!)}的皇后攻击同行、同列、同区域和相邻的格子：${out}。`;
      case "single":
        return `${spaced(units(numbers, all))}只剩${at(numbers, because[0]!)}一个可用的格子，皇后就在这里。`;
      case "inside":
        return `${spaced(units(numbers, all.slice(0, 1)))}的可用格子都在${spaced(units(numbers, all.slice(1)))}之内，所以${spaced(units(numbers, all.slice(0, 1)))}的皇后也在那里：${out}。`;
      case "attacks-all":
        return `如果在标出的格子放皇后，${spaced(units(numbers, all))}的可用格子会全部受到攻击：${out}。`;
      case "sets":
        return `${spaced(units(numbers, all.slice(0, k)))}的可用格子都在${spaced(units(numbers, all.slice(k)))}之内，这些格子里的 ${k} 个皇后正好占满${units(numbers, all.slice(k))}：${out}。`;
      case "contradiction":
        return `如果在标出的格子放皇后，推下去${spaced(units(numbers, all))}就没有可用的格子了：${out}。`;
    }
  },
});
