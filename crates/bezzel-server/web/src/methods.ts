// The methods, written by `npm run methods` from the descriptions in the library.

export const METHODS = [
  {
    "name": "brute-force",
    "title": {
      "english": "brute-force",
      "chinese": "穷举法 brute-force"
    },
    "idea": {
      "english": "n nested loops over all choices of columns, tested at the end",
      "chinese": "用 n 层嵌套循环枚举每行皇后的列号，摆满后再检查"
    },
    "time": {
      "english": "O(nⁿ)",
      "chinese": "O(nⁿ)"
    },
    "memory": {
      "english": "n columns",
      "chinese": "n 个列号"
    },
    "largest_in_a_second": 8,
    "taught": null,
    "source": {
      "english": "\"Eight queens\": array, slope and bit versions (Java tutorial)",
      "chinese": "《八皇后》的数组、斜率和位运算写法（Java 教程）"
    },
    "max_n": 16,
    "file": "brute_force/mod.rs",
    "accepts_constraints": false
  },
  {
    "name": "bordered-board",
    "title": {
      "english": "bordered-board",
      "chinese": "边框棋盘 bordered-board"
    },
    "idea": {
      "english": "scan in three directions until the border or a queen",
      "chinese": "沿三个方向逐格检查：先遇到边框为安全，先遇到皇后为冲突"
    },
    "time": {
      "english": "O(n!), 3n cells per square",
      "chinese": "O(n!)，每格最多检查 3n 个单元格"
    },
    "memory": {
      "english": "(n + 2)² cells, n queens",
      "chinese": "(n + 2)² 个单元格，n 个皇后"
    },
    "largest_in_a_second": 13,
    "taught": null,
    "source": {
      "english": "\"Eight queens (n queens)\" (C++ tutorial)",
      "chinese": "《八皇后（n 皇后）》（C++ 教程）"
    },
    "max_n": 64,
    "file": "bordered_board/mod.rs",
    "accepts_constraints": false
  },
  {
    "name": "slope-test",
    "title": {
      "english": "slope-test",
      "chinese": "斜率判断 slope-test"
    },
    "idea": {
      "english": "compare with each earlier queen: same column or equal row and column distance",
      "chinese": "与前面每个皇后比较：列相同，或行差等于列差，即互相攻击"
    },
    "time": {
      "english": "O(n!), n comparisons per square",
      "chinese": "O(n!)，每格最多比较 n 次"
    },
    "memory": {
      "english": "n columns",
      "chinese": "n 个列号"
    },
    "largest_in_a_second": 13,
    "taught": null,
    "source": {
      "english": "\"Eight queens\": array, slope and bit versions (Java tutorial)",
      "chinese": "《八皇后》的数组、斜率和位运算写法（Java 教程）"
    },
    "max_n": 64,
    "file": "slope_test/mod.rs",
    "accepts_constraints": false
  },
  {
    "name": "diagonal-markers",
    "title": {
      "english": "diagonal-markers",
      "chinese": "标记数组 diagonal-markers"
    },
    "idea": {
      "english": "one marker per column, per row − column and per row + column",
      "chinese": "列、行 − 列、行 + 列各用一个标记数组"
    },
    "time": {
      "english": "O(n!), 3 look-ups per square",
      "chinese": "O(n!)，每格查三次标记"
    },
    "memory": {
      "english": "about 6n entries",
      "chinese": "约 6n 项"
    },
    "largest_in_a_second": 13,
    "taught": {
      "english": "n ≤ 12 in 1 s (2010)",
      "chinese": "1 秒 n ≤ 12（2010）"
    },
    "source": {
      "english": "\"Eight queens\": array, slope and bit versions (Java tutorial)",
      "chinese": "《八皇后》的数组、斜率和位运算写法（Java 教程）"
    },
    "max_n": 64,
    "file": "diagonal_markers/mod.rs",
    "accepts_constraints": false
  },
  {
    "name": "mirrored-markers",
    "title": {
      "english": "mirrored-markers",
      "chinese": "镜像标记数组 mirrored-markers"
    },
    "idea": {
      "english": "search one of several symmetric images and count all of them",
      "chinese": "利用对称性，每组镜像只搜索一个，计数时乘以该组的个数"
    },
    "time": {
      "english": "O(n!), a half (even n) to an eighth",
      "chinese": "O(n!) 的二分之一（n 为偶数）到八分之一"
    },
    "memory": {
      "english": "about 6n entries",
      "chinese": "约 6n 项"
    },
    "largest_in_a_second": 14,
    "taught": {
      "english": "n ≤ 13 in 1 s (2010)",
      "chinese": "1 秒 n ≤ 13（2010）"
    },
    "source": {
      "english": "\"n queens\" (Pascal tutorial)",
      "chinese": "《n 皇后》（Pascal 教程）"
    },
    "max_n": 64,
    "file": "mirrored_markers/mod.rs",
    "accepts_constraints": false
  },
  {
    "name": "linked-columns",
    "title": {
      "english": "linked-columns",
      "chinese": "双向链表 linked-columns"
    },
    "idea": {
      "english": "visit only free columns: occupied ones are unlinked from a list",
      "chinese": "用双向链表保存可用的列，已占用的列从链表中删除"
    },
    "time": {
      "english": "O(n!), 2 look-ups per free column",
      "chinese": "O(n!)，每个可用的列查两次标记"
    },
    "memory": {
      "english": "about 7n entries",
      "chinese": "约 7n 项"
    },
    "largest_in_a_second": 14,
    "taught": {
      "english": "n ≤ 15 in 1 s (2010)",
      "chinese": "1 秒 n ≤ 15（2010）"
    },
    "source": {
      "english": "\"n queens\" (Pascal tutorial)",
      "chinese": "《n 皇后》（Pascal 教程）"
    },
    "max_n": 64,
    "file": "linked_columns/mod.rs",
    "accepts_constraints": false
  },
  {
    "name": "last-column",
    "title": {
      "english": "last-column",
      "chinese": "末列求和 last-column"
    },
    "idea": {
      "english": "the last column is the sum of all columns minus the sum of the others",
      "chinese": "最后一列等于所有列号之和减去其余各列之和"
    },
    "time": {
      "english": "O(n!), the last row costs one square",
      "chinese": "O(n!)，最后一行只需检查一格"
    },
    "memory": {
      "english": "about 6n entries",
      "chinese": "约 6n 项"
    },
    "largest_in_a_second": 13,
    "taught": null,
    "source": {
      "english": "\"n queens\" (Pascal tutorial)",
      "chinese": "《n 皇后》（Pascal 教程）"
    },
    "max_n": 64,
    "file": "last_column/mod.rs",
    "accepts_constraints": false
  },
  {
    "name": "bitmask",
    "title": {
      "english": "bitmask",
      "chinese": "位运算 bitmask"
    },
    "idea": {
      "english": "three integers hold columns and diagonals; a shift goes to the next row",
      "chinese": "用三个整数记录列和两组对角线的占用情况，移位后即为下一行的限制"
    },
    "time": {
      "english": "O(n!), one test per row",
      "chinese": "O(n!)，每行只需判断一次"
    },
    "memory": {
      "english": "3 integers per row",
      "chinese": "每行 3 个整数"
    },
    "largest_in_a_second": 14,
    "taught": {
      "english": "n = 16 in about 10 s",
      "chinese": "n = 16 约 10 秒"
    },
    "source": {
      "english": "\"n queens (bit operations)\" (Java tutorial; LeetCode 51 and 52)",
      "chinese": "《n 皇后（位运算）》（Java 教程；力扣 51、52 题）"
    },
    "max_n": 64,
    "file": "bitmask/mod.rs",
    "accepts_constraints": true
  },
  {
    "name": "mirrored-bitmask",
    "title": {
      "english": "mirrored-bitmask",
      "chinese": "镜像位运算 mirrored-bitmask"
    },
    "idea": {
      "english": "bitmask on the left half of the first row, doubled",
      "chinese": "位运算只搜索第一行的左半边，结果加倍"
    },
    "time": {
      "english": "O(n!), a half",
      "chinese": "O(n!) 的二分之一"
    },
    "memory": {
      "english": "3 integers per row",
      "chinese": "每行 3 个整数"
    },
    "largest_in_a_second": 15,
    "taught": null,
    "source": {
      "english": "mirror rule of the Pascal tutorial on the bit method",
      "chinese": "Pascal 教程的镜像规则用于位运算"
    },
    "max_n": 64,
    "file": "mirrored_bitmask/mod.rs",
    "accepts_constraints": false
  },
  {
    "name": "colour-split",
    "title": {
      "english": "colour-split",
      "chinese": "黑白分色 colour-split"
    },
    "idea": {
      "english": "count the squares of each colour separately and join them by rows and columns",
      "chinese": "两种颜色的格子分别计数，再按所占的行和列合并"
    },
    "time": {
      "english": "about O(6ⁿ)",
      "chinese": "约 O(6ⁿ)"
    },
    "memory": {
      "english": "about 4ⁿ entries",
      "chinese": "约 4ⁿ 项"
    },
    "largest_in_a_second": 14,
    "taught": null,
    "source": {
      "english": "this project",
      "chinese": "本项目"
    },
    "max_n": 16,
    "file": "colour_split/mod.rs",
    "accepts_constraints": false
  }
] as const;
