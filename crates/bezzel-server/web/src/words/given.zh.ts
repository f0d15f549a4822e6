// Chinese texts of boards with constraints.

import type { Impossibility, Square } from "../api";
import type { GivenWords, ProofLine } from "./given.en";
import type { Numbering } from "./numbering";
import { grouped } from "./numbers";

const at = ({ shown }: Numbering, { row, column }: Square) => `第 ${shown(row)} 行第 ${shown(column)} 列`;

function impossible(numbers: Numbering, reason: Impossibility): string {
  const { shown } = numbers;
  switch (reason.kind) {
    case "queen-on-blocked-square":
      return `${at(numbers, reason.square)}是禁用格，却放有皇后。`;
    case "attack":
      return `${at(numbers, reason.pair.first)}与${at(numbers, reason.pair.second)}的皇后互相攻击。`;
    case "full-row":
      return `第 ${shown(reason.row)} 行没有可用的格子。`;
    case "full-column":
      return `第 ${shown(reason.column)} 列没有可用的格子。`;
    case "other":
      return reason.detail;
  }
}

const line = ({ shown }: Numbering, line: ProofLine) => ("row" in line ? `第 ${shown(line.row)} 行` : `第 ${shown(line.column)} 列`);

const proof = (numbers: Numbering): GivenWords["proof"] => ({
  title: (length) => `证明（共 ${length} 步）`,
  forced: (square, only) => `${line(numbers, only)}只剩一个可用的格子：皇后在${at(numbers, square)}。`,
  ruledOut: (square, empty) => `若在${at(numbers, square)}放皇后，${line(numbers, empty)}就没有可用的格子：排除。`,
  noSquare: (empty) => `${line(numbers, empty)}已没有可用的格子。`,
  cases: (of, count) => `${line(numbers, of)}有 ${count} 个可用的格子，但都不可能：`,
  suppose: (square) => `假设皇后在${at(numbers, square)}。`,
});

function none(n: number, queens: number, blocked: number): string {
  if (queens + blocked === 0) return `n = ${n} 时无解。`;
  const contains = queens === 1 ? "包含这个皇后" : "包含这些皇后";
  return `没有${[queens > 0 && contains, blocked > 0 && "避开禁用格"].filter(Boolean).join("并")}的解。`;
}

export const givenZh = (numbers: Numbering): GivenWords => ({
  impossible: (reason: Impossibility) => impossible(numbers, reason),
  none,
  proof: proof(numbers),
  longProof: "证明太长，本页不显示，可用命令 bezzel complete --why 打印。",
  random: "随机补全",
  drawing: "计算中……先要数出全部补全方案，可能需要一分钟。",
  stop: "停止",
  drawn: "随机补全：每种补全方案的概率相等。再单击一次，另取一种。",
  layerBox: "显示补全方案的热图",
  layer: (count) => `共 ${grouped(count)} 种补全方案。颜色表示每个格子上有皇后的补全方案所占的比例。`,
  layerBefore: "这里统计的是补全之前的棋盘。",
  share: (count, all) => `${grouped(count)} 种补全方案，占 ${(all > 0 ? (100 * count) / all : 0).toFixed(3)}%`,
  pointed: (square, share) => `${square}：${share}`,
  layerScale: "格子上有皇后的补全方案所占的比例",
  layerTooLarge: (most) => `只计算 n ≤ ${most} 的棋盘热图。`,
  search: "在此棋盘上搜索",
  searchTooLarge: (most) => `只演示 n ≤ ${most} 的搜索步骤。`,
  board: (queens, blocked) => `给定棋盘：${queens} 个皇后，${blocked} 个禁用格。搜索尚未到达的皇后只画轮廓。`,
  methods: (names) => `可以搜索给定棋盘的方法：${names}。`,
  change: "修改棋盘",
  leave: "改为搜索空棋盘",
  mask: "给定棋盘在这一行允许的列",
  listing: "程序中的 board 是一个掩码，表示给定棋盘在这一行允许的列：既未禁用，也不受给定皇后攻击。",
});
