// The chapter for readers who come from one of the tutorials: their programs, with the method, the names and the command here.

import type { MethodName, Tutorial } from "../api";
import { useLoaded } from "../parts";
import { href, useRemembered } from "../place";
import { listingsOf, NAMES } from "../trace/listing";
import { useWords } from "../words";

interface Program {
  tutorial: Tutorial;
  method: MethodName;
  /** A step that shows the idea. */
  n: number;
  step: number;
  command: string;
  en: { name: string; does: string; prints: string };
  zh: { name: string; does: string; prints: string };
}

const PROGRAMS: Program[] = [
  {
    tutorial: "A",
    method: "diagonal-markers",
    n: 4,
    step: 11,
    command: "bezzel count 8 --lang zh",
    en: { name: "A, arrays", does: "marks columns and both diagonals in three arrays", prints: "共有92 种方法排列" },
    zh: { name: "A，数组", does: "用三个数组标记列和两个方向的对角线", prints: "共有92 种方法排列" },
  },
  {
    tutorial: "A",
    method: "slope-test",
    n: 4,
    step: 7,
    command: "bezzel list 8",
    en: {
      name: "A, slope",
      does: "stores the column, then compares it with each earlier row",
      prints: "a line of columns for each solution, then the number",
    },
    zh: { name: "A，斜率", does: "先存入列号，再与前面各行比较", prints: "每个解一行列号，最后是个数" },
  },
  {
    tutorial: "A",
    method: "bitmask",
    n: 8,
    step: 4,
    command: "bezzel count 8 --method bitmask",
    en: { name: "A, bits", does: "keeps columns and diagonals in three integers", prints: "the number" },
    zh: { name: "A，位运算", does: "用三个整数记录列和对角线", prints: "个数" },
  },
  {
    tutorial: "B",
    method: "bordered-board",
    n: 4,
    step: 11,
    command: "bezzel list 8 -n coordinates",
    en: {
      name: "B",
      does: "scans a bordered board in three directions and keeps the queens in a linked list",
      prints: "coordinates and board of each solution, then Total: 92",
    },
    zh: { name: "B", does: "在带边框的棋盘上沿三个方向检查，用链表保存皇后", prints: "每个解的坐标和棋盘，最后是 Total: 92" },
  },
  {
    tutorial: "C",
    method: "slope-test",
    n: 4,
    step: 7,
    command: "bezzel compare 14 --method slope-test",
    en: { name: "C, recursion", does: "compares with each earlier row, then stores the column", prints: "number and milliseconds" },
    zh: { name: "C，递归", does: "先与前面各行比较，再存入列号", prints: "个数和毫秒数" },
  },
  {
    tutorial: "C",
    method: "bitmask",
    n: 8,
    step: 4,
    command: "bezzel compare 14 --method bitmask",
    en: { name: "C, bits", does: "traversal(limit, col, left, right)", prints: "number and milliseconds" },
    zh: { name: "C，位运算", does: "traversal(limit, col, left, right)", prints: "个数和毫秒数" },
  },
  {
    tutorial: "C",
    method: "slope-test",
    n: 4,
    step: 7,
    command: "bezzel list 8 -n leetcode",
    en: { name: "C, boards", does: "builds each solution as strings of Q and .", prints: "lists of strings" },
    zh: { name: "C，棋盘", does: "用 Q 和 . 组成的字符串表示每个解", prints: "字符串列表" },
  },
  {
    tutorial: "D",
    method: "diagonal-markers",
    n: 4,
    step: 11,
    command: "bezzel count 8 --method diagonal-markers",
    en: { name: "D, arrays", does: "marks columns and both diagonals in three arrays", prints: "the number" },
    zh: { name: "D，数组", does: "用三个数组标记列和两个方向的对角线", prints: "个数" },
  },
  {
    tutorial: "D",
    method: "bitmask",
    n: 8,
    step: 4,
    command: "bezzel count 8 --method bitmask",
    en: { name: "D, bits", does: "work(h, z, f)", prints: "the number" },
    zh: { name: "D，位运算", does: "work(h, z, f)", prints: "个数" },
  },
];

/** The programs of all tutorials. */
export function Tutorials() {
  const { learn: says } = useWords();
  return (
    <div class="mini">
      <div class="table" tabIndex={0} role="region" aria-label={says.tutorials.title}>
        <table class="method-table">
          <thead>
            <tr>
              {says.tutorials.heads.map((head) => (
                <th key={head} class="text">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {PROGRAMS.map((program) => (
              <Row key={program.en.name} {...program} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Row(program: Program) {
  const words = useWords();
  const { tutorial, method, n, step, command } = program;
  const [, setNames] = useRemembered("names", NAMES, "bezzel");
  const { value } = useLoaded(() => listingsOf(method, tutorial), `${method} ${tutorial}`);
  const { name, does, prints } = words.code === "en" ? program.en : program.zh;
  return (
    <tr>
      <th class="text" scope="row">
        {name}
      </th>
      <td class="text">{does}</td>
      <td class="text">
        <a class="button" href={href("methods", { method, n, step })} onClick={() => setNames(tutorial)}>
          {words.methods[method]}
        </a>
      </td>
      <td class="text names">
        {value?.[0]?.names.map(([ours, theirs]) => (
          <span key={ours}>
            <code>{theirs}</code> → <code>{ours}</code>{" "}
          </span>
        ))}
      </td>
      <td class="text">{prints}</td>
      <td class="text">
        <code>{command}</code>
      </td>
    </tr>
  );
}
