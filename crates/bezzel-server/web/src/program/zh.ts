// Chinese texts of the tab "Your program".

import type { Square } from "../api";
import { grouped, type Numbering } from "../words/numbers";
import { type en, languages } from "./en";
import { short } from "./trace";

export const zh = ({ shown }: Numbering): ReturnType<typeof en> => {
  const at = ({ row, column }: Square) => `第 ${shown(row)} 行第 ${shown(column)} 列`;
  return {
    intro:
      "请把自己的 n 皇后程序粘贴或写在这里；程序就在这个浏览器里运行。n 可以来自输入、参数或变量 n；如果程序什么也没有输出，网页就调用其中的函数，例如 solve(n) 或 totalNQueens(n)。网页逐行显示程序、变量，以及变量所表示的棋盘。程序也可以调用 place(row, column)、remove(row, column) 和 solution()；行和列从 0 编号。",
    language: "编程语言",
    languages,
    start: "从这里开始",
    starts: { frame: "空框架", gap: "填空", fault: "找错误" },
    faultNames: {
      "fault-1": "错误 1：解太少",
      "fault-2": "错误 2：皇后互相攻击",
      "fault-3": "错误 3：一个解也没有",
      "fault-4": "错误 4：搜索过早停止",
      "fault-5": "错误 5：列表里全是同一个棋盘",
    } as { [name: string]: string },
    linked: "链接中的程序",
    tasks: {
      frame: "请写出搜索过程。",
      gap: "程序缺少一部分，注释说明了缺什么，请补上。",
      fault: "这个程序有一处错误。运行它，找到出错的那一步，再改正程序。",
    },
    expected: "要求",
    chooseOne: (expected, one) => `：请在“${expected}”中选择“${one}”再评测`,
    modes: { all: "所有解，或解的个数", fundamental: "基本解，或基本解的个数", one: "一个解" },
    editor: "程序",
    editorKeys: "Ctrl+Enter 运行程序。Tab 键离开编辑器；Ctrl+] 和 Ctrl+[ 调整缩进。",
    run: "运行",
    judge: "评测 n = 1 到 8",
    reset: "恢复原来的程序",
    running: (n) => `正在运行 n = ${n}……`,
    starting: (language) => `正在启动 ${language}……`,
    judging: (n) => `正在评测，n = ${n}……`,
    python: "这里的 Python 是 CPython 3.14，带有标准库中不读写文件、不用网络的模块；第一次编辑或运行程序时加载。",
    ended: (n, seconds, placed, hasError) =>
      `n = ${n}：运行 ${seconds}后${hasError ? "中止" : "结束"}${placed > 0 ? `，共放置皇后 ${grouped(placed)} 次` : ""}。`,
    cut: "后面的步骤、操作和输出不再显示。",
    timeLimit: (n, seconds) => `n = ${n}：运行 ${seconds} 秒后已强制停止，可能有死循环。`,
    stopped: (n) => `n = ${n}：已停止。`,
    broken: "解释器崩溃了，可能是程序占用的内存太多。",
    error: (line, text) => (line === undefined ? text : `第 ${line} 行：${text}`),
    otherLanguage: (other) =>
      "language" in other
        ? `这看起来是 ${languages[other.language]} 程序：请在“编程语言”中选择 ${languages[other.language]}。`
        : `这看起来是 ${other.name} 程序。网页只能运行 Python 和 JavaScript；请用命令 ${other.command} 评测。`,
    memory: (mebibytes) => `程序需要的内存超过 ${mebibytes} MiB`,
    recursion: "递归太深：可能缺少终止条件",
    nested: (calls) => `递归超过 ${grouped(calls - 1)} 层：可能缺少终止条件`,
    missing: (name) => `没有模块 ${name}：网页中的 Python 只有标准库中不读写文件、不用网络的模块`,
    input: "程序读取的输入比提供的多：输入只有一行，即 n",
    loading: (done, of) => `正在加载 Python：共 ${of} 部分，已加载 ${done} 部分。浏览器会保存下来。`,
    outputLimit: (characters) => `程序输出超过 ${grouped(characters)} 个字符`,
    toLine: (line) => `转到第 ${line} 行`,
    begin: (moves) => `共 ${grouped(moves)} 次操作。单击“播放”观看。`,
    noMoves: "程序没有报告任何操作。在程序中调用 place(row, column) 和 remove(row, column)，就能在棋盘上看到每次操作。",
    notRun: "运行程序后，这里显示每次操作。",
    move: ({ kind, row, column, line }, solutions, fault) => {
      const where = line === undefined ? "" : `第 ${line} 行：`;
      if (fault !== undefined) return `${where}${fault}。`;
      if (kind === "solution") return `${where}第 ${grouped(solutions)} 个解。`;
      return kind === "place" ? `${where}在${at({ row, column })}放置皇后。` : `${where}移除${at({ row, column })}的皇后。`;
    },
    faults: (count, first) => `有 ${grouped(count)} 次操作不合规则，第一次是：${first}。`,
    toFault: (move, line) => (line === undefined ? `第 ${grouped(move)} 次操作` : `第 ${grouped(move)} 次操作，程序第 ${line} 行`),
    beginSteps: (steps) => `共记录 ${grouped(steps)} 步。单击“播放”观看。`,
    step: ({ kind, line, text, changed }) => {
      const values = changed.map(([name, value]) => `${name} = ${short(value)}`).join("，");
      if (kind === "call") return `调用 ${text}${values === "" ? "" : `：${values}`}。`;
      if (kind === "return") return `第 ${line} 行：返回 ${short(text)}。`;
      if (kind === "raise") return `第 ${line} 行：${text}。`;
      return `${values === "" ? "" : `${values}。`}接下来运行第 ${line} 行。`;
    },
    frame: (name, line) => `${name === "" ? "程序" : name}，第 ${line} 行`,
    notBegun: "程序还没有开始。",
    boardOfVariable: (name) => `棋盘（${name ?? "place 和 remove 的调用"}）和受攻击的格子`,
    boardIs: "棋盘",
    calls: "place 和 remove 的调用",
    noBoard:
      "没有找到像棋盘的变量。各行列号的列表、矩阵、坐标的列表或集合，都可以显示成棋盘；也可以调用 place(row, column) 和 remove(row, column)。",
    output: "输出",
    later: "到这一步还没有输出",
    noOutput: "程序没有输出。",
    earlier: (characters) => `前面还有 ${characters} 个字符`,
    verdict: "评测结果",
    eachN: "各个 n 的结果",
    soFar: "到目前为止，",
    prints: (kind) => `${kind}。`,
    causes: () => "可能的原因：",
    fixed: (n) => `程序没有使用 n、输入或参数，因此只对 n = ${n} 评测。`,
    called: (name, twice) =>
      `程序没有输出，因此${twice ? `对每个 n 调用两次 ${name}(n)，就像力扣在同一进程中反复调用那样` : `调用了 ${name}(n)`}。`,
    kept: (name, variables) =>
      `对同一个 n 第二次调用 ${name}(n) 时，返回的结果不同：${variables.length > 0 ? `变量 ${variables.join("、")} ` : "有变量"}还保留着第一次调用的内容。请在每次调用开始时重新初始化。`,
    shownCauses: {
      shared: (name, line) => `第 ${line} 行：${name} 的各行是同一个对象，在一行放皇后，每一行都会出现皇后。请为每一行新建一个列表。`,
      left: (name, line) => `第 ${line} 行：程序移除所有皇后之后，${name} 里仍有标记。请在回溯时取消这个标记。`,
    },
    families: { columns: "列的标记", diagonals: "主对角线方向的标记", antidiagonals: "副对角线方向的标记" },
    noMarker: "不显示",
    changed: "评测之后程序有改动，请重新评测。",
    printed: "输出",
    returned: "返回",
    placed: "放置皇后次数",
    result: "结果",
    right: "正确",
    wrong: "错误",
    boards: (boards) => `${grouped(boards)} 个棋盘`,
    boardOf: (n) => `上述棋盘（n = ${n}）`,
    beside: (n) => `与 bezzel 的各种方法比较，n = ${n}`,
    measuring: "正在测量各种方法……",
    besideNote: "全部在这个浏览器中测量。程序由解释器运行，报告操作也要花时间，所以请不要只比较时间，还要比较工作量怎样增长。",
    openMoves: "打开运行记录文件",
    movesOf: (name) => `来自 ${name}`,
    noMovesInFile: "请选择 bezzel judge --trace 写出的文件，或含有“place 0 1”这样的行的文件。",
    fileTooLarge: (mebibytes) => `文件不能超过 ${mebibytes} MiB。`,
    share: "分享、打印、制作练习",
    copyLink: "复制这个程序的链接",
    copied: "已复制。",
    tooLong: (characters) => `内容太长，无法放入链接：最多 ${grouped(characters)} 个字符。`,
    exercise: "给别人的练习",
    exerciseHelp:
      "先写出完整的程序并检查评测结果。在要挖空的行末尾写上 #? 和任务（JavaScript 写 //?）：链接里只有任务，没有答案。如果行末写的是 #!，学生看到的就是 #! 后面的内容。",
    exerciseText: "练习的说明",
    copyExercise: "复制练习的链接",
  };
};
