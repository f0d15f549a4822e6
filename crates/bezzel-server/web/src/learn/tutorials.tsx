// The chapter for readers who come from one of the tutorials: their programs, with the method, the names and the command here.

import type { MethodName, Tutorial } from "../api";
import { useLoaded } from "../parts";
import { href } from "../place";
import { type Form, listingsOf, useListingChoice } from "../trace/listing";
import { useWords } from "../words";

/** A text in English and Chinese. */
type Both = readonly [string, string];

interface Program {
  tutorial: Tutorial;
  method: MethodName;
  /** The form of the listing that prints what the tutorial prints. */
  form: Form;
  /** A step that shows the idea. */
  n: number;
  step: number;
  command: string;
  name: Both;
  does: Both;
  prints: Both;
  /** What the output here and that of the tutorial have in common. */
  equal: Both;
}

/** The languages in which the tutorials write. */
const LANGUAGES = { A: "java", B: "cpp", C: "java", D: "pascal" } as const;

const NUMBER: Both = ["the number", "个数"];
const NUMBER_AND_WORDS: Both = ["the number; words and time differ", "个数；其余文字和用时不同"];
const NUMBER_OF_D: Both = ["the number of D's other programs", "个数与 D 的程序相同"];
const TIMED: Both = ["number and milliseconds", "个数和毫秒数"];
const EXPLAINED: Both = ["nothing: D explains it without a program", "没有程序，D 只用文字说明"];

const PROGRAMS: Program[] = [
  {
    tutorial: "A",
    method: "diagonal-markers",
    form: "counts",
    n: 4,
    step: 11,
    command: "bezzel count 8 --lang zh",
    name: ["A, arrays", "A，数组"],
    does: ["marks columns and both diagonals in three arrays", "用三个数组标记列和两个方向的对角线"],
    prints: ["共有92 种方法排列", "共有92 种方法排列"],
    equal: ["the number; its sentence is 共有 92 种摆法", "个数；bezzel 写的是“共有 92 种摆法”"],
  },
  {
    tutorial: "A",
    method: "slope-test",
    form: "prints",
    n: 4,
    step: 7,
    command: "bezzel list 8",
    name: ["A, slope", "A，斜率"],
    does: ["stores the column, then compares it with each earlier row", "先存入列号，再与前面各行比较"],
    prints: ["a line of columns for each solution, then the number", "每个解一行列号，最后是个数"],
    equal: [
      "the same lines, but without a space at the end of each line and without the number",
      "每一行；但 bezzel 的行末没有空格，最后也不输出个数",
    ],
  },
  {
    tutorial: "A",
    method: "bitmask",
    form: "counts",
    n: 8,
    step: 4,
    command: "bezzel count 8 --method bitmask",
    name: ["A, bits", "A，位运算"],
    does: ["keeps columns and diagonals in three integers", "用三个整数记录列和对角线"],
    prints: NUMBER,
    equal: NUMBER,
  },
  {
    tutorial: "B",
    method: "bordered-board",
    form: "prints",
    n: 4,
    step: 11,
    command: "bezzel list 8 -n coordinates",
    name: ["B", "B"],
    does: [
      "scans a bordered board in three directions and keeps the queens in a linked list",
      "在带边框的棋盘上沿三个方向检查，用链表保存皇后",
    ],
    prints: ["coordinates and board of each solution, then Total: 92", "每个解的坐标和棋盘，最后是 Total: 92"],
    equal: ["every byte", "全部，每个字节都相同"],
  },
  {
    tutorial: "C",
    method: "slope-test",
    form: "counts-checked-first",
    n: 4,
    step: 7,
    command: "bezzel compare 14 --method slope-test",
    name: ["C, recursion", "C，递归"],
    does: ["compares with each earlier row, then stores the column", "先与前面各行比较，再存入列号"],
    prints: TIMED,
    equal: NUMBER_AND_WORDS,
  },
  {
    tutorial: "C",
    method: "bitmask",
    form: "counts",
    n: 8,
    step: 4,
    command: "bezzel compare 14 --method bitmask",
    name: ["C, bits", "C，位运算"],
    does: ["traversal(limit, col, left, right)", "traversal(limit, col, left, right)"],
    prints: TIMED,
    equal: NUMBER_AND_WORDS,
  },
  {
    tutorial: "C",
    method: "slope-test",
    form: "prints-checked-first",
    n: 4,
    step: 7,
    command: "bezzel list 8 -n leetcode",
    name: ["C, boards", "C，棋盘"],
    does: ["builds each solution as strings of Q and .", "用 Q 和 . 组成的字符串表示每个解"],
    prints: ["a list of strings for each solution", "每个解一个字符串列表"],
    equal: ["the strings; bezzel quotes them, as JSON", "各个字符串；bezzel 写成 JSON，带引号"],
  },
  {
    tutorial: "D",
    method: "diagonal-markers",
    form: "counts",
    n: 4,
    step: 11,
    command: "bezzel count 8 --method diagonal-markers",
    name: ["D, arrays", "D，数组"],
    does: ["marks columns and both diagonals in three arrays", "用三个数组标记列和两个方向的对角线"],
    prints: NUMBER,
    equal: NUMBER,
  },
  {
    tutorial: "D",
    method: "mirrored-markers",
    form: "counts",
    n: 5,
    step: 2,
    command: "bezzel count 8 --method mirrored-markers",
    name: ["D, symmetry", "D，对称"],
    does: [
      "finds only one of several solutions that are rotations or reflections of each other, and counts them all",
      "互为对称像的解只搜索一个，计数时乘以对称像的个数",
    ],
    prints: EXPLAINED,
    equal: NUMBER_OF_D,
  },
  {
    tutorial: "D",
    method: "linked-columns",
    form: "counts",
    n: 6,
    step: 8,
    command: "bezzel count 8 --method linked-columns",
    name: ["D, linked list", "D，链表"],
    does: ["keeps the free columns in a doubly linked list", "用双向链表保存可用的列"],
    prints: EXPLAINED,
    equal: NUMBER_OF_D,
  },
  {
    tutorial: "D",
    method: "bitmask",
    form: "counts",
    n: 8,
    step: 4,
    command: "bezzel count 8 --method bitmask",
    name: ["D, bits", "D，位运算"],
    does: ["work(h, z, f)", "work(h, z, f)"],
    prints: NUMBER,
    equal: NUMBER,
  },
  {
    tutorial: "D",
    method: "last-column",
    form: "counts",
    n: 5,
    step: 46,
    command: "bezzel count 8 --method last-column",
    name: ["D, last column", "D，末列"],
    does: [
      "computes the last column as a sum minus the others, after a comment by lonelycorn",
      "用列号的总和减去其余皇后的列号，得到最后一个皇后的列号；来自读者 lonelycorn 的评论",
    ],
    prints: ["nothing: the comment has no program", "没有程序，只有评论"],
    equal: NUMBER_OF_D,
  },
];

/** The programs of all tutorials. */
export function Tutorials() {
  const { learn: says } = useWords();
  return (
    <ul class="tutorials" aria-label={says.tutorials.title}>
      {PROGRAMS.map((program) => (
        <Card key={program.name[0]} {...program} />
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
  const [name, does, prints, equal] = [program.name, program.does, program.prints, program.equal].map(
    (both) => both[words.code === "en" ? 0 : 1],
  );
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
