// Chinese texts of boards with constraints.

import type { GivenWords } from "./given.en";
import { grouped } from "./numbers";

function none(n: number, queens: number, blocked: number): string {
  if (queens + blocked === 0) return `n = ${n} 时无解。`;
  const contains = queens === 1 ? "包含这个皇后" : "包含这些皇后";
  return `没有${[queens > 0 && contains, blocked > 0 && "避开禁用格"].filter(Boolean).join("并")}的解。`;
}

export const givenZh: GivenWords = {
  none,
  proof: (length) => `证明（共 ${length} 步）`,
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
};
