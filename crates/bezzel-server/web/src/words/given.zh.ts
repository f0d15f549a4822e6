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
  longProof: "证明太长，这里不显示；可以用命令 bezzel complete --why 输出。",
  random: "随机补全",
  drawing: "计算中……要先数出全部补全方案，可能需要一分钟。",
  stop: "停止",
  drawn: "随机补全：抽中每种补全方案的概率相等。再单击一次，就另抽一种。",
  layerBox: "显示补全方案的热图",
  layer: (count) => `共 ${grouped(count)} 种补全方案。颜色表示每个格子在多大比例的补全方案中有皇后。`,
  layerBefore: "这里统计的是补全之前的棋盘。",
  share: (count, all) => `${grouped(count)} 种补全方案，占 ${(all > 0 ? (100 * count) / all : 0).toFixed(3)}%`,
  pointed: (square, share) => `${square}：${share}`,
  layerScale: "皇后在该格的补全方案所占的比例",
  layerTooLarge: (most) => `n ≤ ${most} 时才计算热图。`,
  search: "在此棋盘上搜索",
  searchTooLarge: (most) => `n ≤ ${most} 时才演示搜索步骤。`,
  board: (queens, blocked) => `给定棋盘：${queens} 个皇后，${blocked} 个禁用格。搜索尚未到达的皇后只画轮廓。`,
  methods: (names) => `可以搜索给定棋盘的方法：${names}。`,
  change: "修改棋盘",
  leave: "改为搜索空棋盘",
  mask: "给定棋盘在这一行允许的列",
  listing: "程序中的 board 是一个掩码，表示给定棋盘在这一行允许的列：既未禁用，也不受给定皇后攻击。",
};
