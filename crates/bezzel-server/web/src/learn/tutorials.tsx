// The chapter for readers who come from one of the tutorials: their programs, with the method, the names and the command here.

import type { MethodName, Tutorial } from "../api";
import { useLoaded } from "../parts";
import { href } from "../place";
import { type Form, listingsOf, useListingChoice } from "../trace/listing";
import { useWords } from "../words";

interface Texts {
  name: string;
  does: string;
  prints: string;
  /** What the output here and that of the tutorial have in common. */
  equal: string;
}

interface Program {
  tutorial: Tutorial;
  method: MethodName;
  /** The form of the listing that prints what the tutorial prints. */
  form: Form;
  /** A step that shows the idea. */
  n: number;
  step: number;
  command: string;
  en: Texts;
  zh: Texts;
}

/** The languages in which the tutorials write. */
const LANGUAGES = { A: "java", B: "cpp", C: "java", D: "pascal" } as const;

const PROGRAMS: Program[] = [
  {
    tutorial: "A",
    method: "diagonal-markers",
    form: "counts",
    n: 4,
    step: 11,
    command: "bezzel count 8 --lang zh",
    en: {
      name: "A, arrays",
      does: "marks columns and both diagonals in three arrays",
      prints: "共有92 种方法排列",
      equal: "the number; its sentence is 共有 92 种摆法",
    },
    zh: { name: "A，数组", does: "用三个数组标记列和两个方向的对角线", prints: "共有92 种方法排列", equal: "个数；句子为“共有 92 种摆法”" },
  },
  {
    tutorial: "A",
    method: "slope-test",
    form: "prints",
    n: 4,
    step: 7,
    command: "bezzel list 8",
    en: {
      name: "A, slope",
      does: "stores the column, then compares it with each earlier row",
      prints: "a line of columns for each solution, then the number",
      equal: "each line, without the blank at its end; no number follows",
    },
    zh: {
      name: "A，斜率",
      does: "先存入列号，再与前面各行比较",
      prints: "每个解一行列号，最后是个数",
      equal: "每一行，但行末没有空格，最后也没有个数",
    },
  },
  {
    tutorial: "A",
    method: "bitmask",
    form: "counts",
    n: 8,
    step: 4,
    command: "bezzel count 8 --method bitmask",
    en: { name: "A, bits", does: "keeps columns and diagonals in three integers", prints: "the number", equal: "the number" },
    zh: { name: "A，位运算", does: "用三个整数记录列和对角线", prints: "个数", equal: "个数" },
  },
  {
    tutorial: "B",
    method: "bordered-board",
    form: "prints",
    n: 4,
    step: 11,
    command: "bezzel list 8 -n coordinates",
    en: {
      name: "B",
      does: "scans a bordered board in three directions and keeps the queens in a linked list",
      prints: "coordinates and board of each solution, then Total: 92",
      equal: "every byte",
    },
    zh: {
      name: "B",
      does: "在带边框的棋盘上沿三个方向检查，用链表保存皇后",
      prints: "每个解的坐标和棋盘，最后是 Total: 92",
      equal: "全部，每个字节都相同",
    },
  },
  {
    tutorial: "C",
    method: "slope-test",
    form: "counts-checked-first",
    n: 4,
    step: 7,
    command: "bezzel compare 14 --method slope-test",
    en: {
      name: "C, recursion",
      does: "compares with each earlier row, then stores the column",
      prints: "number and milliseconds",
      equal: "the number; words and time differ",
    },
    zh: { name: "C，递归", does: "先与前面各行比较，再存入列号", prints: "个数和毫秒数", equal: "个数；其余文字和用时不同" },
  },
  {
    tutorial: "C",
    method: "bitmask",
    form: "counts",
    n: 8,
    step: 4,
    command: "bezzel compare 14 --method bitmask",
    en: {
      name: "C, bits",
      does: "traversal(limit, col, left, right)",
      prints: "number and milliseconds",
      equal: "the number; words and time differ",
    },
    zh: { name: "C，位运算", does: "traversal(limit, col, left, right)", prints: "个数和毫秒数", equal: "个数；其余文字和用时不同" },
  },
  {
    tutorial: "C",
    method: "slope-test",
    form: "prints-checked-first",
    n: 4,
    step: 7,
    command: "bezzel list 8 -n leetcode",
    en: {
      name: "C, boards",
      does: "builds each solution as strings of Q and .",
      prints: "a list of strings for each solution",
      equal: "the strings; bezzel quotes them, as JSON",
    },
    zh: {
      name: "C，棋盘",
      does: "用 Q 和 . 组成的字符串表示每个解",
      prints: "每个解一个字符串列表",
      equal: "各个字符串；bezzel 写成 JSON，带引号",
    },
  },
  {
    tutorial: "D",
    method: "diagonal-markers",
    form: "counts",
    n: 4,
    step: 11,
    command: "bezzel count 8 --method diagonal-markers",
    en: { name: "D, arrays", does: "marks columns and both diagonals in three arrays", prints: "the number", equal: "the number" },
    zh: { name: "D，数组", does: "用三个数组标记列和两个方向的对角线", prints: "个数", equal: "个数" },
  },
  {
    tutorial: "D",
    method: "mirrored-markers",
    form: "counts",
    n: 5,
    step: 2,
    command: "bezzel count 8 --method mirrored-markers",
    en: {
      name: "D, symmetry",
      does: "searches one of several symmetric images and counts all of them",
      prints: "nothing: D explains it without a program",
      equal: "the number of D's other programs",
    },
    zh: {
      name: "D，对称",
      does: "互为对称像的解只搜索一个，再乘以对称像的个数",
      prints: "没有程序，D 只用文字说明",
      equal: "个数与 D 的其他程序相同",
    },
  },
  {
    tutorial: "D",
    method: "linked-columns",
    form: "counts",
    n: 6,
    step: 8,
    command: "bezzel count 8 --method linked-columns",
    en: {
      name: "D, linked list",
      does: "keeps the free columns in a doubly linked list",
      prints: "nothing: D explains it without a program",
      equal: "the number of D's other programs",
    },
    zh: { name: "D，链表", does: "用双向链表保存可用的列", prints: "没有程序，D 只用文字说明", equal: "个数与 D 的其他程序相同" },
  },
  {
    tutorial: "D",
    method: "bitmask",
    form: "counts",
    n: 8,
    step: 4,
    command: "bezzel count 8 --method bitmask",
    en: { name: "D, bits", does: "work(h, z, f)", prints: "the number", equal: "the number" },
    zh: { name: "D，位运算", does: "work(h, z, f)", prints: "个数", equal: "个数" },
  },
  {
    tutorial: "D",
    method: "last-column",
    form: "counts",
    n: 5,
    step: 46,
    command: "bezzel count 8 --method last-column",
    en: {
      name: "D, last column",
      does: "computes the last column as a sum minus the others, after a comment by lonelycorn",
      prints: "nothing: the comment has no program",
      equal: "the number of D's other programs",
    },
    zh: {
      name: "D，末列",
      does: "用总和减去其余各列得到最后一列，来自读者 lonelycorn 的评论",
      prints: "没有程序，只有评论",
      equal: "个数与 D 的其他程序相同",
    },
  },
];

/** The programs of all tutorials. */
export function Tutorials() {
  const { learn: says } = useWords();
  return (
    <ul class="tutorials" aria-label={says.tutorials.title}>
      {PROGRAMS.map((program) => (
        <Card key={program.en.name} {...program} />
      ))}
    </ul>
  );
}

function Card(program: Program) {
  const words = useWords();
  const says = words.learn.tutorials;
  const { tutorial, method, form, n, step, command } = program;
  const language = LANGUAGES[tutorial];
  const choose = useListingChoice();
  const { value } = useLoaded(() => listingsOf(method, tutorial), `${method} ${tutorial}`);
  const listing = value?.find((one) => one.language === language && one.form === form);
  const { name, does, prints, equal } = words.code === "en" ? program.en : program.zh;
  return (
    <li>
      <h3>{name}</h3>
      <a class="button" href={href("methods", { method, n, step })} onClick={() => choose(language, tutorial, form)}>
        {words.methods[method]}
      </a>
      <p>{does}</p>
      <dl>
        <dt>{says.prints}</dt>
        <dd>{prints}</dd>
        <dt>{says.here}</dt>
        <dd>
          <code>{command}</code>
        </dd>
        <dt>{says.equal}</dt>
        <dd>{equal}</dd>
        <dt>{says.names}</dt>
        <dd class="names">
          {listing?.names.map(([ours, theirs]) => (
            <span key={ours}>
              <code>{theirs}</code> → <code>{ours}</code>
            </span>
          ))}
        </dd>
      </dl>
    </li>
  );
}
