import type { Line, Square, Symmetry } from "../api";
import type { Mark } from "../board";
import type { Reason } from "../problem";
import type { Words } from "../words";
import { givenZh } from "./given.zh";
import { heatZh } from "./heat.zh";
import { INSTALL } from "./install";
import { lesson } from "./lesson.zh";
import { methodWords } from "./methods";
import type { Numbering } from "./numbering";
import { grouped } from "./numbers";
import { viewZh } from "./view.zh";

const at = ({ shown }: Numbering, { row, column }: Square) => `第 ${shown(row)} 行第 ${shown(column)} 列`;
const lines: Record<Line, string> = {
  row: "行",
  column: "列",
  diagonal: "主对角线",
  "anti-diagonal": "副对角线",
};
/** The same line, with the measure word of diagonals. */
const same = (line: Line) => (line === "row" || line === "column" ? `同一${lines[line]}` : `同一条${lines[line]}`);
const symmetries: Record<Symmetry, string> = {
  identity: "原图",
  rotate90: "顺时针旋转 90°",
  rotate180: "旋转 180°",
  rotate270: "逆时针旋转 90°",
  "mirror-columns": "左右翻转",
  "mirror-rows": "上下翻转",
  transpose: "沿主对角线翻转",
  "anti-transpose": "沿副对角线翻转",
};
const marks: { [mark in Mark]?: string } = {
  attacked: "受攻击",
  blocked: "禁用",
  conflict: "与另一个皇后互相攻击",
  hint: "提示",
};

const quantities: { [what: string]: string } = { threads: "线程数", step: "步数", len: "每页个数" };

const causes = {
  missing: "文件已不存在",
  foreign: "不是 bezzel 的计数文件",
  "other-plan": "由其他版本的 bezzel 写入",
  unusable: "目前无法读写",
};

function because(numbers: Numbering, reason: Reason): string {
  switch (reason.kind) {
    case "out-of-range":
      return `${quantities[reason.what] ?? reason.what} = ${grouped(reason.value)}：应为 ${grouped(reason.least)} 到 ${grouped(reason.most)}。`;
    case "long-count":
      return `网页算不了这个棋盘：请把 n 减到 ${reason.most} 以内，或换一个补全方案较少的棋盘。命令 bezzel count 可以处理更大的棋盘。`;
    case "no-source":
      return `没有名为 ${reason.file} 的源文件。`;
    case "not-read":
      return reason.ambiguous ? "这一行可读作 n 和从 1 编号的各列，也可只读作各列。请选择：" : `${reason.text.chinese}。`;
    case "puzzle":
      return `${reason.text.chinese}。`;
    case "unreached":
      return `超时：未能运行到第 ${grouped(reason.step)} 步。`;
    case "untimely":
      return "超时：未能找出全部解。";
    case "many-completions":
      return `无法随机补全：n 超过 ${reason.most} 时，只支持补全方案较少的棋盘。其他棋盘请用命令 bezzel random。`;
    case "unreadable":
      return `棋盘应写成一串字符，例如 Q3/2x1/4/1x2；实际为 ${reason.board}。`;
    case "impossible":
      return givenZh(numbers).impossible(reason.because);
    case "empty-boards-only":
      return `${reason.method} 不能搜索给定棋盘。`;
    case "board-size":
      return `应为 ${reason.n} 行的棋盘，实际为 ${reason.rows} 行。`;
    case "outside":
      return `${at(numbers, reason)}不在棋盘上：行号和列号应为 ${numbers.shown(0)} 到 ${numbers.shown(reason.n - 1)}。`;
    case "square-twice":
      return `${at(numbers, reason)}放了两个皇后：每格最多一个。`;
    case "row-twice":
      return `第 ${numbers.shown(reason.row)} 行有两个皇后：每行最多一个。`;
    case "no-images":
      return "每行、每列最多只能有一个皇后。";
    case "racers":
      return "请选择两到四种方法。";
    case "same-racer":
      return `${reason.name} 重复，请选择不同的方法。`;
    case "backend":
      return `本机没有可用的后端 ${reason.backend}。可用的后端：${reason.available}；多个后端用逗号分隔。`;
    case "no-count":
      return "该计数已被删除，或服务器已重新启动。";
    case "counts-running":
      return `同时运行的计数已达上限（${reason.most} 个），请先停止一个。`;
    case "counts-kept":
      return `保留的计数已达上限（${reason.most} 个），请先删除一个。`;
    case "count-ended":
      return "该计数已经结束。";
    case "no-directory":
      return "未指定计数文件夹，请用 bezzel serve --ledgers DIR 启动服务器。";
    case "no-ledger":
      return `计数文件夹中没有 ${reason.file}。`;
    case "ledger":
      return `无法打开 ${reason.file}：${causes[reason.cause]}。文件未作改动。`;
  }
}

export const zh = (numbers: Numbering): Words => ({
  numbers,
  code: "zh-Hans",
  title: "bezzel · n 皇后",
  tagline: "一步一步看懂 n 皇后",
  skip: "跳到正文",
  tabs: {
    lesson: "入门",
    methods: "方法",
    board: "棋盘",
    puzzle: "谜题",
    program: "你的程序",
    race: "竞速",
    count: "计数",
    heat: "热图",
    learn: "学习",
    embed: "播放器",
    sheet: "课堂练习",
    puzzles: "谜题练习页",
  },
  language: "语言",
  theme: "配色",
  themes: { auto: "◐ 自动", light: "◐ 浅色", dark: "◐ 深色" },
  labelled: (label, value) => `${label}：${value}`,
  comma: "，",
  space: "",
  sized: (name, n) => `${name}，n = ${n}`,
  aside: (...parts) => `（${parts.join("；")}）`,
  working: "计算中……",
  years: "年",
  days: "天",
  hours: "小时",
  minutes: "分钟",
  seconds: "秒",
  fractions: ["毫秒", "微秒", "纳秒"],
  problems: {
    unreachable: "服务器没有响应。bezzel serve 是否仍在运行？",
    missing: "无法加载本页的一个文件。",
    "no-wasm": "本页的方法、棋盘和谜题都要用到 WebAssembly，此浏览器不支持，请换用较新的浏览器。",
    damaged: "本页的一个文件已损坏：请重新加载页面。",
    ended: "计算已中止，可能是内存不足。可以重新开始。",
    malformed: "服务器无法解析该请求。",
    forbidden: "访问被拒绝：请使用 bezzel serve 打印的地址打开本页。",
    unauthorized: "缺少令牌：请使用 bezzel serve 打印的地址打开本页。",
    "not-found": "未找到。",
    "method-not-allowed": "服务器不支持该请求。",
    conflict: "目前无法执行该操作。",
    "too-large": "请求过大。",
    "unsupported-media-type": "服务器无法解析该请求。",
    unacceptable: "服务器不能提供所要求的格式。",
    busy: "服务器繁忙或已超时，请重试。",
    internal: "内部错误。",
  },
  reason: (reason) => because(numbers, reason),
  numberFrom: (least, most) => `请输入 ${least} 到 ${most} 之间的整数。`,
  queens: "皇后数 n",
  method: "方法",
  lines,
  symmetries,
  texts: "chinese" as "english" | "chinese",
  ...methodWords("chinese"),
  at: (square: Square) => at(numbers, square),
  square: (row, column, mark) =>
    `第 ${numbers.shown(row)} 行第 ${numbers.shown(column)} 列${mark && marks[mark] ? `，${marks[mark]}` : ""}`,
  boardLabel: (n, queens) =>
    `${n} × ${n} 棋盘，${queens.length} 个皇后${queens.length ? `：${queens.map((queen) => at(numbers, queen)).join("；")}` : ""}`,
  loading: "加载中……",

  player: {
    play: "播放",
    pause: "暂停",
    forward: "下一步",
    back: "上一步",
    next: "下一个解",
    previous: "上一个解",
    start: "回到起点",
    speed: "速度",
    perSecond: (speed) => `每秒 ${speed} 步`,
    scrubber: "运行进度",
    step: (at, of) => `第 ${at} 步，共 ${of} 步`,
    stepOfMany: (at, reached) => `第 ${at} 步，共 ${reached} 步以上`,
    stepOfUnknown: (at) => `第 ${at} 步，总步数未知`,
    reach: (shown) => `步数太多，滑块只到第 ${shown} 步：这是本机一秒内能重放到的位置。`,
    limit: "无法显示之后的步骤。",
    keys: "空格：播放或暂停；← →：单步；Shift+← Shift+→：上一个或下一个解；Home：回到起点；P：演示视图。",
    begin: "尚未开始。请单击“播放”，或单步前进。",
    before: "第一步之前",
    reaching: (step) => `正在计算第 ${step} 步……`,
    empty: "这次运行没有步骤：不存在起始局面，因此无解。",
    ended: "运行结束。",
    "past-end": "运行到此结束，之后没有步骤。",
    "no-later": "此后没有解。",
    "no-earlier": "此前没有解。",
    "no-such": "此后没有这样的步骤。",
    breakpoint: "到达断点。",
    "gave-up": "在可显示的步数内没有找到解，已停止搜索。",
  },
  panels: { data: "数据结构", tree: "决策树", source: "源代码", counters: "工作量计数", onBoard: "棋盘上的皇后" },
  tree: {
    help: "每一行圆点是一个皇后尝试过的格子，从左到右按列排列。",
    open: "皇后在棋盘上",
    left: (placed, solutions) => `已搜索：放置 ${grouped(placed)} 个皇后，得到 ${grouped(solutions)} 个解`,
    rejected: (line) => `不可放置：${same(line)}上已有皇后`,
    tried: "候选格",
  },
  sourceLine: (file, line) => `${file} 第 ${line} 行`,
  data: {
    positions: "下标为行，值为该行皇后所在的列",
    row: "行",
    column: "列",
    deltaRow: "|Δ行|",
    deltaColumn: "|Δ列|",
    sameColumn: "等于 0：同一列",
    sameSlope: "相等：同一条对角线（45° 或 135°）",
    noAttack: "既不为 0 也不等于 |Δ行|：互不攻击",
    cells: "数组元素：0 为空，1 为皇后，2 为边框",
    list: "皇后位置的链表",
    empty: "空",
    ring: "可用的列：双向循环链表",
    takenOut: "已从链表删除；自身的前驱和后继保持不变，便于恢复",
    unlinked: (before, after) => `next[${before}] = ${after}，previous[${after}] = ${before}`,
    relinked: (before, after, column) => `next[${before}] = ${column}，previous[${after}] = ${column}`,
    masks: "三个整数，每列一位。与书写数字一样，第 0 位（对应第一列）画在最右边，所以图与棋盘左右相反，<< 1 向左移。移出棋盘的位不画。",
    bits: "位",
    maskNotes: { columns: "列", diagonals: "主对角线方向", anti: "副对角线方向" },
    left: "可用且尚未尝试",
    attacked: "本行受攻击的格子",
    lowest: "= free & −free，最低位的 1",
    masksOf: (row) => `第 ${numbers.shown(row)} 行的掩码`,
    symmetry: "对称",
    symmetryHelp: "找到一个解，就把它的对称像一并计数，不再搜索它们。",
    found: "搜索得到",
    counted: "一并计数",
    colourNow: viewZh.colourNow,
    rowsUsed: "行集",
    columnsUsed: "列集",
    wantedRows: "其余的行",
    wantedColumns: "其余的列",
    table: (pairs, placements) => `表 o(R, C)：${pairs} 项，${placements} 个布局`,
    matches: (count) => `匹配：${count}`,
  },

  lesson: lesson(numbers),

  board: {
    intro: "单击或轻触格子放置皇后，也可用方向键和回车键；再次操作则移除。Ctrl+Z 撤销，Ctrl+Y 重做。",
    complete: "补全",
    countCompletions: "计算补全方案数",
    tool: "工具",
    tools: { queen: "放置皇后", block: "禁用格子" },
    hint: "提示",
    clear: "清空",
    undo: "撤销",
    redo: "重做",
    orbit: "八个对称像",
    link: "复制链接",
    copied: "链接已复制。",
    notCopied: "无法复制链接，请从地址栏复制。",
    showAttacked: "显示受攻击的格子",
    status: (queens, n) => `${queens} / ${n} 个皇后`,
    solved: "这是一个解：皇后两两互不攻击。",
    conflicts: (count) => `有 ${count} 对皇后互相攻击。`,
    pair: (first, second, line) => `${at(numbers, first)}与${at(numbers, second)}：${same(line)}`,
    noneFound: "超时：没有找到补全方案。",
    full: "棋盘已经摆满。",
    completions: (count, certain) =>
      certain ? (count === "1" ? "只有一种补全方案。" : `共 ${count} 种补全方案。`) : `至少 ${count} 种补全方案。`,
    hinted: (square) => `把皇后放在${at(numbers, square)}可以得到解。`,
    hintConflict: "请先移除互相攻击的皇后。",
    exports: "导出",
    notations: { positions: "各行的列号", fen: "FEN", leetcode: "力扣" },
    oneEach: "导出时，每行最多只能有一个皇后。",
    gallery: "全部解",
    filters: { all: "全部", fundamental: "基本解", symmetric: "对称解" },
    filter: "筛选",
    galleryHelp: "单击其中一个，即可摆到棋盘上。",
    galleryTooLarge: (most) => `只列出 n ≤ ${most} 的解。`,
    total: (count) => `共 ${grouped(count)} 个解。`,
    orbitOf: (size) => (size === 1 ? "唯一的对称像" : `${size} 个对称像之一`),
    classes: { none: "无对称性", "half-turn": "旋转 180° 不变", "quarter-turn": "旋转 90° 不变" },
    reflected: "翻转后不变",
    canonical: "规范形",
  },

  paste: {
    title: "粘贴任意内容",
    intro: "把手头的棋盘或谜题原样粘贴进来：图形、列表、坐标、FEN、JSON、程序的输出都可以。按 Ctrl+Enter 读取。",
    read: "读取",
    found: (what) => `读到：${what}。`,
    parts: (parts) => `一个区域可以分成几块：${parts}。`,
    wrong: (fault) => `棋盘不完整：${fault}。`,
    tooLarge: (n, most) => `共 ${n} 行，这里最多显示 ${most} 行。`,
    previous: "上一个",
    next: "下一个",
    place: (at, of) => `${at} / ${grouped(of)}`,
    toBoard: "显示在棋盘上",
    play: "玩这个谜题",
    sizeFirst: "n 和从 1 编号的列",
    columnsOnly: "只有各列",
  },

  race: {
    intro: "选择两到四种方法：先并排单步演示，再在本机实测用时。",
    racers: "参赛方法",
    start: "开始竞速",
    again: "再来一次",
    restart: "重新开始",
    measure: "开始实测",
    finished: (steps) => `运行结束，共 ${steps} 步`,
    rank: (place, time, n) => `第 ${place} 名：n = ${n} 用时 ${time}`,
    unranked: (n) => `未排名：没有 n = ${n} 的实测`,
    ranking: "按实测用时排名。步数只用于演示，各方法每一步的用时并不相同。",
    running: (at, of) => `${at} / ${of} 步`,
    times: "求出全部解的用时",
    work: "尝试的格子数",
    measured: "在本机单线程实测。用时和工作量均为对数坐标。",
    measuring: "正在实测……",
    skipped: (n) => `从 n = ${n} 起未测：预计用时超过 2 秒的上限`,
    table: "全部实测数据",
    upTo: "实测的最大 n",
    tooFew: "请选择两到四种方法。",
    report: {
      title: "报告",
      queens: (n) => `${n} 皇后问题：`,
      line: (method, answer, time) => `${method} 的答案：${answer}，运行时间：${time}`,
      claims: "教程 D（Pascal，2010）说明各种方法在一秒之内能做到多大的 n，教程 C（Java）说明位运算在 10 秒之内能做到的：",
      claim: (tutorial, method, n, seconds) => `${tutorial}：${method} 在 ${seconds} 秒之内算出 n = ${n}`,
      start: "实测这些说法（约需 5 到 60 秒）",
      verdict: (holds) => (holds ? "——在这里成立。" : "——在这里用时更长。"),
    },
  },

  ...viewZh,
  heat: heatZh(numbers),
  given: givenZh(numbers),

  learn: {
    tutorials: {
      title: "教程中的程序",
      prints: "输出",
      here: "用 bezzel",
      equal: "相同的部分",
      names: "变量名：教程 → 这里",
    },
    openMethod: (name) => `在“方法”标签页继续：${name}（含代码和调用栈）`,
    written: "用文字表示的解",
    solutionOf: (at, of) => `第 ${at} 个解，共 ${of} 个`,
    noSolution: (n) => `n = ${n} 时无解。`,
    bit: (name, place) => `${name} 的第 ${place} 位`,
  },

  count: {
    intro: "分色计数器把 Q(n) 拆分为工作单元，各单元同时计数，最后相加并检查。",
    here: {
      title: "在此浏览器中",
      start: "在这里计数",
      workers: "工作线程",
      note: "工作线程使用此设备的各个核心。页面保存已完成的工作单元的结果，因此重新加载后可以继续计数。",
      faster: "用下面的“在提供本页的机器上”计数，每个核心的速度约为这里的两倍，还可以使用 GPU。",
      tooLarge: (most: number) => `浏览器最多计数到 n = ${most}；更大的 n 请在 bezzel 的代码目录中运行：${INSTALL}。`,
      left: (n: number) => `Q(${n}) 的计数尚未完成。`,
      elsewhere: (n: number) => `另一个窗口正在计数 Q(${n})。`,
      resume: (n: number) => `继续 Q(${n})`,
      remove: (n: number) => `删除 Q(${n})`,
      checks: (units) =>
        `已检查：${units} 个工作单元各有一个结果，每个结果都不超过上界，总和能被 12 整除，且与旋转 180° 不变的解数模 8 同余。`,
      unsaved: "浏览器无法保存结果：存储已满或被禁止。请在计数结束前不要关闭本页。",
    },
    server: "在提供本页的机器上",
    serverNote: "计数在服务器上运行，关闭本页不影响；服务器停止后结果丢失。保存到文件的计数可以继续。",
    start: "开始计数",
    backendField: "后端",
    fastestCpu: "最快的 CPU 后端",
    features: "各后端需要的 CPU 功能",
    featuresOf: (needed, lacking) =>
      lacking.length > 0 ? `此 CPU 缺少 ${lacking.join("、")}` : needed.length > 0 ? needed.join("、") : "任何 CPU",
    threads: "线程数",
    threadsAll: "全部",
    doubleCheck: "复核：每个工作单元按两条路线各计数一次",
    none: "暂无计数。",
    ledgers: "计数文件",
    noDirectory: "要在本页打开并继续计数，请用 bezzel serve --ledgers DIR 启动服务器；本页将列出 DIR 中的计数文件（*.bezzel）。",
    emptyDirectory: "文件夹中没有 *.bezzel 文件，可用命令 bezzel count N --save FILE 新建。",
    ledgerEngines: "打开的计数使用上面选择的后端和线程数。",
    open: "打开",
    opening: "正在打开……",
    isOpen: "已打开，见下",
    failure: "计数失败：",
    warning: "警告：",
    stop: "停止",
    resume: "继续",
    delete: "删除",
    close: "关闭",
    ledger: (file) => `计数文件 ${file}`,
    board: (board) => `给定棋盘 ${board}`,
    of: (n) => `Q(${n})`,
    gone: (counts) =>
      `服务器上已没有 ${counts.join("、")}：服务器已重新启动，或计数在别处被删除。服务器停止后计数丢失，保存到文件的计数则保留。`,
    states: { running: "计算中", stopping: "正在停止", stopped: "已停止", done: "已完成", failed: "失败" },
    ofWork: (percent) => `已完成工作量的 ${percent}%`,
    largestFirst: "最大的工作单元先计数。",
    units: (done, all) => `${done} / ${grouped(all)} 个工作单元`,
    left: (time) => `预计还需 ${time}`,
    elapsed: (time) => `已用 ${time}`,
    took: (time) => `用时 ${time}`,
    coreTime: (time) => `各核心用时之和 ${time}`,
    fundamental: (count) => `基本解 ${grouped(count)} 个`,
    rate: "合并速度（对/秒）",
    map: "工作单元：空心为等待，描边为计算中，实心为已完成",
    byColour: "解数，按偶格上的皇后个数分列（偶格：从 0 编号时行 + 列为偶数，图中为浅色）",
    backend: (name, threads) => (threads === 0 ? name : `${name}，${threads} 个线程`),
    checked: "所有工作单元均已通过复核",
    history: "已公布的结果",
    historyHelp: "所有已知的 Q(n)；来源注明了作者和年份的，一并列出。",
    byBezzel: (time) => `bezzel：CPU 时间 ${time}`,
    known: (value, by) => `已公布：${value}${by}`,
    solutions: "解数",
    fundamentalHead: "基本解数",
    who: "作者",
    source: "来源",
    agrees: "与公布的值一致",
    differs: "与公布的值不一致！",
    unknown: "这些来源没有给出 n ≥ 28 的值。",
    lost: "连接中断，正在重新连接……",
  },
});
