import type { Mark } from "../board";
import type { Line, MethodName, Reason, Square, Symmetry } from "../api";
import type { Words } from "../words";

const at = ({ row, column }: Square) => `第 ${row} 行第 ${column} 列`;
const list = (numbers: number[]) => numbers.join("、");
const lines: Record<Line, string> = {
  row: "行",
  column: "列",
  diagonal: "主对角线",
  "anti-diagonal": "副对角线",
};
const symmetries: Record<Symmetry, string> = {
  identity: "原样",
  rotate90: "顺时针转 90°",
  rotate180: "转 180°",
  rotate270: "逆时针转 90°",
  "mirror-columns": "左右翻转",
  "mirror-rows": "上下翻转",
  transpose: "沿主对角线翻转",
  "anti-transpose": "沿副对角线翻转",
};
const ideas: Record<MethodName, string> = {
  "brute-force": "n 层嵌套循环枚举所有列的选法，最后才检验",
  "bordered-board": "沿三个方向走，直到碰上边框或皇后",
  "slope-test": "与之前每个皇后比较：同列，或行差等于列差",
  "diagonal-markers": "列、行 − 列、行 + 列各有一个标记",
  "mirrored-markers": "一组镜像只搜索其中一个，计数时算上全部",
  "linked-columns": "只访问空闲的列：被占的列从链表中摘下",
  "last-column": "最后一列等于 n(n − 1)/2 减去其余各列之和",
  bitmask: "三个整数保存列与两组对角线；移位即下移一行",
  "mirrored-bitmask": "同样的方法只搜第一行的左半边，结果加倍",
  "colour-split": "黑格与白格分开计数，再按行与列拼接",
};

const times: Record<MethodName, string> = {
  "brute-force": "时间 nⁿ",
  "bordered-board": "时间约 n!，每格最多看 3n 个格子",
  "slope-test": "时间约 n!，每格最多比较 n 次",
  "diagonal-markers": "时间约 n!，每格查三次",
  "mirrored-markers": "时间约 n!，其中的一半（n 为偶数）到八分之一",
  "linked-columns": "时间约 n!，每个空闲列查两次",
  "last-column": "时间约 n!，最后一行只看一格",
  bitmask: "时间约 n!，每行检验一次",
  "mirrored-bitmask": "时间约 n!，其中的一半",
  "colour-split": "时间约 6ⁿ，空间约 4ⁿ",
};

const marks: { [mark in Mark]?: string } = {
  attacked: "受攻击",
  conflict: "受攻击的皇后",
  hint: "提示",
};

const names: { [what: string]: string } = { threads: "线程", step: "步", len: "每页个数" };

const files = {
  missing: "文件已不在",
  foreign: "它不是 bezzel 的账本，或者开头已损坏",
  "other-plan": "它属于另一个版本的 bezzel",
  damaged: "它已损坏",
  unusable: "现在无法读写它",
};

function because(reason: Reason): string {
  switch (reason.kind) {
    case "out-of-range":
      return `${names[reason.what] ?? reason.what} = ${reason.value}：可接受的是 ${reason.least} 到 ${reason.most}。`;
    case "unreached":
      return `在限定时间内没有走到第 ${reason.step} 步。`;
    case "untimely":
      return "在限定时间内没有找全所有的解。";
    case "outside":
      return `${at(reason)}在棋盘之外：行号与列号都要小于 ${reason.n}。`;
    case "square-twice":
      return `${at(reason)}有两个皇后。`;
    case "row-twice":
      return `第 ${reason.row} 行有两个皇后。`;
    case "no-images":
      return "每行每列最多只能有一个皇后。";
    case "racers":
      return "请选两到四种方法。";
    case "same-racer":
      return `${reason.name} 不能与自己赛跑。`;
    case "streams":
      return `已经有 ${reason.most} 个连接打开着。`;
    case "waiting":
      return "排队的请求太多。";
    case "stopping":
      return "服务器正在停止。";
    case "no-count":
      return "这个计数已被删除，或者服务器重新启动过。";
    case "counts-running":
      return `已有 ${reason.most} 个计数在进行：请先停止一个。`;
    case "counts-kept":
      return `已保留 ${reason.most} 个计数：请先删除一个。`;
    case "count-ended":
      return "这个计数已经结束。";
    case "threads-ending":
      return "已停止的计数还有线程在做完最后的单元，请稍后再试。";
    case "no-folder":
      return "没有打开战役文件夹：请用 bezzel serve --campaigns 文件夹 启动。";
    case "no-campaign":
      return `战役文件夹里没有 ${reason.file}。`;
    case "campaign":
      return `无法打开 ${reason.file}：${files[reason.trouble]}。文件保持原样。`;
  }
}

export const zh: Words = {
  code: "zh-Hans",
  name: "简体中文",
  title: "bezzel · n 皇后",
  tagline: "看得见思路的 n 皇后",
  skip: "跳到正文",
  tabs: { methods: "方法", board: "棋盘", race: "赛跑", count: "计数", learn: "学习" },
  language: "语言",
  theme: "配色",
  themes: { auto: "系统", light: "浅色", dark: "深色" },
  working: "计算中……",
  years: "年",
  days: "天",
  hours: "小时",
  minutes: "分钟",
  seconds: "秒",
  problems: {
    unreachable: "服务器没有回应。bezzel serve 还在运行吗？",
    malformed: "无法读懂这个请求。",
    forbidden: "服务器拒绝：本页是用错误的地址打开的。",
    unauthorized: "缺少令牌：请用 bezzel serve 打印的地址打开本页。",
    "not-found": "找不到它。",
    "method-not-allowed": "服务器不接受这种请求。",
    conflict: "现在不能这样做。",
    "too-large": "太大了。",
    "unsupported-media-type": "无法读懂这个请求。",
    unacceptable: "这个输入不被接受。",
    busy: "服务器正忙或超时，请再试一次。",
    internal: "服务器出错了。",
  },
  reason: (reason) => because(reason),
  numberFrom: (least, most) => `可接受的是 ${least} 到 ${most} 的整数。`,
  queens: "皇后数 n",
  method: "方法",
  lines,
  symmetries,
  ideas,
  times,
  at,
  square: (row, column, mark) => `第 ${row} 行，第 ${column} 列` + (mark && marks[mark] ? `，${marks[mark]}` : ""),
  boardLabel: (n, queens) =>
    `${n} × ${n} 的棋盘，${queens.length} 个皇后` +
    (queens.length ? `：${queens.map((queen) => at(queen)).join("；")}` : ""),
  loading: "加载中……",

  player: {
    play: "播放",
    pause: "暂停",
    forward: "前进一步",
    back: "后退一步",
    next: "下一个解",
    previous: "上一个解",
    start: "回到开头",
    speed: "速度",
    perSecond: (speed) => `每秒 ${speed} 步`,
    scrubber: "运行进度",
    step: (at, of) => `第 ${at} 步，共 ${of} 步`,
    stepOfMany: (at, walked) => `第 ${at} 步，总步数超过 ${walked}`,
    reach: (shown) => `整个过程比这条滑块更长：滑块到第 ${shown} 步为止，也就是这台机器一秒内能走到的地方。`,
    limit: "过程太长，更后面的步骤无法显示。",
    keys: "空格播放或暂停，← → 单步，Shift+← Shift+→ 跳到解，Home 回到开头。",
    begin: "棋盘是空的。请播放或单步前进。",
    ended: "运行结束了。",
    "no-later": "这一步之后没有解。",
    "no-earlier": "这一步之前没有解。",
    "gave-up": "可及范围内没有找到解，已放弃搜索。",
  },
  panels: { data: "方法手里的数据", tree: "决策树", source: "源代码", counters: "工作量" },
  counters: {
    tried: "尝试的格子",
    placed: "放下的皇后",
    backtracks: "回溯",
    tests: "检验",
    solutions: "解",
    depth: "递归深度",
  },
  tree: {
    help: "每个皇后一排圆点：为她考虑过的格子，按列从左到右。",
    open: "在棋盘上",
    left: (placed, solutions) => `已离开：其中放过 ${placed} 个皇后，${solutions} 个解`,
    rejected: (line) => `被拒，同一${lines[line]}上受攻击`,
    tried: "正在考虑",
    level: (depth) => `皇后 ${depth + 1}`,
  },
  sourceLine: (file, line) => `${file} 第 ${line} 行`,
  legend: { tried: "正在考虑", rejected: "被拒", attacker: "攻击它的皇后", attacked: "受攻击" },
  step: {
    tries: (square) => `尝试${at(square)}`,
    lowest: "，最低位的候选",
    leftOver: "：剩下的列等于 n(n − 1)/2 减去其余各列之和",
    nextFree: "，环中的下一个空闲列",
    rejected: (square, by, line) => `${at(square)}被拒：${at(by)}的皇后沿${lines[line]}攻击它`,
    places: (square) => `在${at(square)}放下一个皇后`,
    removes: (square) => `拿走${at(square)}的皇后，改试她后面的格子`,
    masks: (row) => `掩码并入第 ${row} 行的皇后，再下移一行：主对角线 << 1，副对角线 >> 1`,
    joinNone: "黑格的皇后已齐，但没有白格的摆法恰好用到其余的行与列",
    joins: (matches) => `黑格的皇后已齐；恰好用到其余行与列的白格摆法：${matches} 种`,
    solution: (number, columns) => `第 ${number} 个解：${columns.join(" ")}`,
    image: (number, columns, image) => `第 ${number} 个解，不必搜索（${symmetries[image]}）：${columns.join(" ")}`,
    compares: (square, other, line) =>
      `${at(square)}与${at(other)}的皇后比较：${line ? `同一${lines[line]}` : "互不攻击"}`,
    looks: (square, direction, seen) =>
      `从${at(square)}${["向左上", "向正上", "向右上"][direction + 1]}看：${["空格", "一个皇后", "边框，这条线上没有皇后"][seen]}`,
    marker: (square, text, taken) => `${at(square)}：${text} ${taken ? "已被占" : "空闲"}`,
    rowLook: (row, free) =>
      free.length ? `第 ${row} 行：看一眼三个掩码，空闲的列是 ${list(free)}` : `第 ${row} 行：看一眼三个掩码，没有空闲的列，死路一条`,
    squareLook: (square) => `${at(square)}：它的列与对角线空闲吗？`,
  },
  data: {
    positions: "columns[row]：每一行皇后所在的列",
    row: "行",
    column: "列",
    deltaRow: "|Δ行|",
    deltaColumn: "|Δ列|",
    sameColumn: "为 0：同一列",
    sameSlope: "相等：斜率相同，45° 或 135°",
    noAttack: "既不为 0 也不等于 |Δ行|：互不攻击",
    cells: "格子：0 空，1 皇后，2 边框",
    list: "皇后的链表",
    empty: "空",
    columns: "columns[c]",
    diagonals: "diagonals[r − c + n]",
    antiDiagonals: "anti_diagonals[r + c]",
    ring: "空闲的列，连成双向环",
    head: "头",
    takenOut: "已摘下；它自己的两个链接还在，好找到回来的路",
    previous: "previous",
    next: "next",
    unlinked: (before, after) => `next[${before}] = ${after}，previous[${after}] = ${before}`,
    masks: "三个整数，每列一位（第 0 位在左，所以 << 1 向右走）",
    maskNames: { columns: "列", diagonals: "主对角线", anti: "副对角线" },
    free: "空闲 = all & ~(列 | 主对角线 | 副对角线)",
    candidates: "候选：空闲且尚未试过",
    lowest: "x & −x，最低位的候选",
    before: "之前",
    orQueen: "| 皇后",
    shiftRight: "<< 1",
    shiftLeft: ">> 1",
    same: "不变",
    afterRow: (row) => `第 ${row} 行将看到的`,
    seenBy: (row) => `第 ${row} 行看到的`,
    mirror: "镜子",
    mirrorHelp: "在一边找到的解，也为它的镜像计数；镜像从不搜索。",
    found: "搜到的",
    counted: "一同计数的",
    colourNow: { white: "白格（行 + 列为奇数）：正在填表", black: "黑格（行 + 列为偶数）：正在查表" },
    rowsUsed: "行 R",
    columnsUsed: "列 C",
    wantedRows: "需要 ¬R",
    wantedColumns: "需要 ¬C",
    table: (pairs, placements) => `表 w(R, C)：${pairs} 对，${placements} 种摆法`,
    matches: (count) => `匹配：${count}`,
  },

  board: {
    intro: "点击、触摸，或用方向键加回车放皇后；再按一次就拿走她。",
    complete: "补全",
    hint: "提示",
    clear: "清空",
    undo: "撤销",
    orbit: "它的八个像",
    link: "复制链接",
    copied: "链接已复制。",
    notCopied: "无法复制链接：请从地址栏取。",
    showAttacked: "显示受攻击的格子",
    status: (queens, n) => `${queens} / ${n} 个皇后`,
    solved: "这是一个解：没有皇后互相攻击。",
    conflicts: (count) => `有 ${count} 对皇后互相攻击。`,
    pair: (first, second, line) => `${at(first)}与${at(second)}：同一${lines[line]}`,
    none: "不存在：这些皇后无法补全。",
    noneFound: "在限定时间内没有找到补全。",
    completions: (count, certain) => (certain ? (count === "1" ? "恰好一种补全。" : `${count} 种补全。`) : `至少 ${count} 种补全。`),
    hinted: (square) => `在${at(square)}放皇后可以走到一个解。`,
    hintConflict: "请先拿走互相攻击的皇后。",
    exports: "导出",
    oneEach: "为此，每行每列最多只能有一个皇后。",
    gallery: "所有的解",
    filters: { all: "全部", fundamental: "基本解", symmetric: "对称解" },
    filter: "哪些解",
    galleryHelp: "按其中一个，把它放到棋盘上。",
    galleryTooLarge: (most) => `只列出 n ≤ ${most} 的解。`,
    total: (count) => `${count} 个解。`,
    orbitOf: (size) => `轨道大小 ${size}`,
    classes: { none: "无对称", "half-turn": "转 180° 不变", "quarter-turn": "转 90° 不变" },
    canonical: "八个中最小的",
    badLink: "链接里有不在棋盘上的格子，已略去。",
  },

  race: {
    intro: "选两到四种方法。它们先一步一步并排运行，然后在这台机器上实测。",
    racers: "选手",
    start: "开始赛跑",
    again: "再跑一次",
    measure: "现在实测",
    tooFew: "请选两到四种方法。",
    finished: (place, steps) => `第 ${place} 名，用了 ${steps} 步`,
    running: (at, of) => `${at} / ${of} 步`,
    times: "数完所有解的时间",
    work: "尝试的格子数",
    measured: "此刻在这台机器上单线程实测。时间与工作量都用对数坐标。",
    measuring: "正在实测……",
    skipped: (n) => `从 n = ${n} 起未测：太费时，或该方法不接受更大的棋盘`,
    table: "全部测量值",
    upTo: "实测到 n",
  },

  learn: {
    written: "写出来的解",
    solutionOf: (at, of) => `第 ${at} 个解，共 ${of} 个`,
    noSolution: (n) => `n = ${n} 没有解。`,
    bit: (name, place) => `${name} 的第 ${place} 位`,
  },

  count: {
    intro: "纪录计数器把 Q(n) 切成单元逐个计数。计数属于服务器：关掉本页它也继续，直到服务器结束。战役保存在文件里，服务器结束也不会丢。",
    start: "开始计数",
    threads: "线程",
    threadsAll: "全部",
    doubleCheck: "每个单元按两条路线各数一遍",
    none: "还没有计数。",
    campaigns: "战役",
    noFolder: "用 bezzel serve --campaigns 文件夹 启动，本页就能打开并继续该文件夹里的账本（*.bezzel）。",
    emptyFolder: "文件夹里没有 *.bezzel 文件。可用命令 bezzel campaign new N 文件 新建。",
    open: "打开",
    opening: "正在打开……",
    isOpen: "已打开，见下",
    failure: "计数失败：",
    trouble: "遇到了障碍：",
    stop: "停止",
    go: "继续",
    forget: "删除",
    close: "关闭",
    campaign: (file) => `战役文件 ${file}`,
    of: (n) => `Q(${n})`,
    states: { running: "正在计数", stopping: "正在停止", stopped: "已停止", done: "完成", failed: "失败" },
    units: (done, all) => `${done} / ${all} 个单元`,
    left: (time) => `大约还要 ${time}`,
    elapsed: (time) => `已用 ${time}`,
    took: (time) => `用时 ${time}`,
    fundamental: (count) => `基本解 ${count}`,
    rate: "每秒拼接的对数",
    map: "单元：空心在等待，描边正在数，实心已完成",
    byColour: "按黑格上的皇后数分类的解",
    backend: (name, threads) => `${name}，${threads} 线程`,
    checked: "每个单元都与第二次计数一致",
    history: "前人用了多少力气",
    historyHelp: "所有已知的 Q(n)，以及来源中写明的计数者。",
    byBezzel: (time) => `bezzel：CPU 时间 ${time}`,
    known: (by, year) => `已知：${by}${year}`,
    solutions: "解",
    fundamentalHead: "基本解",
    who: "计数者",
    source: "来源",
    agrees: "与公布的值一致",
    differs: "与公布的值不同！",
    unknown: "这些来源没有给出 n = 28 及以后的值。",
    lost: "连接断开，正在重试……",
  },
};
