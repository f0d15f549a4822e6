// 整个页面的文字：地址、连接、编号、入门课、无服务器的页面。

import type { Fault } from "../place";
import { signed } from "./numbers";
import type { viewEn } from "./view.en";

const TAB = "标签页";

function fault({ name, value, accepted, used }: Fault): string {
  if (name === TAB && typeof accepted === "object" && "names" in accepted)
    return `地址中的标签页“${value.slice(0, 60)}”不存在，现显示“入门”。标签页有：${accepted.names.join("、")}。`;
  const found = `地址中的 ${name} = “${value.slice(0, 60)}”`;
  const instead = used === undefined ? "" : `，现改用 ${used}`;
  if (accepted === undefined) return `${found}：这个标签页没有这个参数，已忽略。`;
  if ("rows" in accepted)
    return `${found}：应为写成一串字符的棋盘，例如 Q3/2x1/4/1x2（各行用 / 隔开，最多 ${accepted.rows} 行；每行写 Q、x 和数字，数字表示连续几个可用格），现改用空棋盘。`;
  if ("like" in accepted) return `${found}：应为 ${accepted.like} 这样的值${instead}。`;
  if ("least" in accepted) return `${found}：应为 ${accepted.least} 到 ${accepted.most} 之间的整数${instead}。`;
  return `${found}：应为 ${accepted.names.filter(Boolean).join("、")} 之一${instead}。`;
}

export const viewZh: typeof viewEn = {
  address: { fault, tab: TAB },
  server: { lost: "服务器没有响应：可能是 bezzel serve 已停止，也可能是网络断开了。网页每秒自动重试……" },
  counting: {
    label: "行和列的起始编号",
    from: { 0: "从 0 编号", 1: "从 1 编号" },
    code: "棋盘、调用栈和数组下标现在从 1 编号；源代码、二进制位和掩码仍从 0 编号。",
  },
  colourNow: {
    odd: "奇格（行 + 列为奇数，图中深色）：正在填表",
    even: "偶格（行 + 列为偶数，图中浅色）：正在查表",
  },
  intro: {
    title: "用四皇后看懂回溯算法",
    intro: "放置四个皇后，使任意两个都不在同一行、同一列或同一条对角线上。逐行尝试各个格子；如果某一行放不下，就移除上一个皇后。",
    code: "算法",
    next: "继续学习各章",
    more: "全部方法",
    print: "打印课堂练习",
  },
  present: {
    open: "演示视图",
    close: "关闭演示视图",
    help: "放大棋盘，便于投影讲课。按 P 键打开或关闭，按 Esc 键关闭。",
  },
  legend: {
    name: "棋盘上的标记",
    row: "当前行",
    tried: "候选格",
    probed: "读取的格子",
    attacked: "受攻击",
    rejected: "不可放置",
    placed: "放置皇后",
    removed: "移除皇后",
  },
  share: {
    title: "保存与分享",
    link: "复制这一步的链接",
    gif: "GIF 动画",
    svg: "当前一步的 SVG",
    noEmbed: "要在其他网页中嵌入播放器，请先导出不用服务器的网页，放到网站上，再从那里复制代码：",
    embed: "嵌入代码",
    making: (percent) => `正在绘制……${percent}%`,
    cut: (steps) => `GIF 只包含前 ${steps} 步。`,
    copied: "嵌入代码已复制。",
    open: "在 bezzel 中打开",
  },
  table: {
    title: "方法一览",
    memory: "空间",
    time: "时间",
    reach: "本机一秒内可达的 n",
    measured: (n, time) => `n = ${n} 用时 ${time}`,
    measure: "在本机实测",
    tutorial: "教程所述",
    help: "最后一列由实测得到，是本机单线程一秒之内能算完的最大 n；预计用时超过两秒的 n 不再尝试。",
  },
  figures: {
    reach: "一个皇后攻击的格子。单击格子移动皇后。",
    reachCount: (count, n) => `其余 ${n * n - 1} 格中，它攻击 ${count} 格。`,
    strokes: "经过一个格子的撇（向左下）和捺（向右下）",
    pie: (sum) => `撇：行 + 列 = ${sum}`,
    na: (difference) => `捺：行 − 列 = ${signed(difference)}`,
    codes: "8 位二进制中负数的三种编码",
    signed: "原码",
    ones: "反码",
    twos: "补码",
    of: (x) => `= ${x}`,
    lowest: "x & −x（用补码计算）",
    change: "请单击 x 的各个二进制位。",
  },
  sheet: {
    title: "课堂练习：用回溯法求四皇后",
    board: "自己找出的解",
    tree: "决策树：划去受攻击的格子，并按搜索的顺序给结点编号",
    exercises: "习题",
    tasks: [
      "在每个棋盘上放置四个皇后，使它们两两互不攻击。这样的解共有两个，请都找出来。",
      "移除第一行的皇后之后，接下来尝试的是哪个格子？",
      "为什么 n = 3 的棋盘没有解？请画出它的决策树。",
      "到找出第一个解为止，搜索一共放置过多少次皇后，又移除过多少次？",
    ],
    withAnswers: "附参考答案",
    answers: "参考答案",
    answerNext: (square) => `${square}，即第一行的下一个格子。`,
    answerThree: "无论第一行的皇后放在哪一格，第二行至多有一个可用的格子，第三行则一个也没有。",
    answerCount: (placed, removed) => `共放置 ${placed} 次、移除 ${removed} 次，其余 ${placed - removed} 个皇后就是第一个解。`,
    answerTree: "决策树：划去的是受攻击的格子，数字表示搜索的顺序",
    name: "姓名",
    date: "日期",
    back: "返回",
  },
};
