// Methods and kinds of step, written by `npm run methods` from the texts of the library.

export const METHODS = [
  {
    "accepts_constraints": false,
    "counters": [
      {
        "title": {
          "chinese": "解",
          "english": "solutions"
        },
        "work": "solutions"
      },
      {
        "title": {
          "chinese": "尝试的格子",
          "english": "squares tried"
        },
        "work": "tried"
      },
      {
        "title": {
          "chinese": "放置的皇后",
          "english": "queens placed"
        },
        "work": "placed"
      },
      {
        "title": {
          "chinese": "回溯次数",
          "english": "backtracks"
        },
        "work": "backtracks"
      },
      {
        "title": {
          "chinese": "检查次数",
          "english": "tests"
        },
        "work": "tests"
      }
    ],
    "file": "brute_force/mod.rs",
    "has_tree": true,
    "idea": {
      "chinese": "用 n 层嵌套循环枚举每行皇后的列号，摆满后再检查",
      "english": "n nested loops over all choices of columns, tested at the end"
    },
    "kinds": [],
    "largest_in_a_second": 8,
    "max_n": 16,
    "memory": {
      "chinese": "n 个列号",
      "english": "n columns"
    },
    "name": "brute-force",
    "source": {
      "chinese": "《八皇后》的数组、斜率和位运算写法（Java 教程）",
      "english": "\"Eight queens\": array, slope and bit versions (Java tutorial)"
    },
    "taught": null,
    "time": {
      "chinese": "O(nⁿ)",
      "english": "O(nⁿ)"
    },
    "title": {
      "chinese": "穷举法 brute-force",
      "english": "brute-force"
    }
  },
  {
    "accepts_constraints": false,
    "counters": [
      {
        "title": {
          "chinese": "解",
          "english": "solutions"
        },
        "work": "solutions"
      },
      {
        "title": {
          "chinese": "尝试的格子",
          "english": "squares tried"
        },
        "work": "tried"
      },
      {
        "title": {
          "chinese": "放置的皇后",
          "english": "queens placed"
        },
        "work": "placed"
      },
      {
        "title": {
          "chinese": "回溯次数",
          "english": "backtracks"
        },
        "work": "backtracks"
      },
      {
        "title": {
          "chinese": "检查次数",
          "english": "tests"
        },
        "work": "tests"
      }
    ],
    "file": "bordered_board/mod.rs",
    "has_tree": true,
    "idea": {
      "chinese": "沿三个方向逐格检查：先遇到边框为安全，先遇到皇后为冲突",
      "english": "scan in three directions until the border or a queen"
    },
    "kinds": [],
    "largest_in_a_second": 13,
    "max_n": 64,
    "memory": {
      "chinese": "(n + 2)² 个单元格，n 个皇后",
      "english": "(n + 2)² cells, n queens"
    },
    "name": "bordered-board",
    "source": {
      "chinese": "《八皇后（n 皇后）》（C++ 教程）",
      "english": "\"Eight queens (n queens)\" (C++ tutorial)"
    },
    "taught": null,
    "time": {
      "chinese": "O(n!)，每格最多检查 3n 个单元格",
      "english": "O(n!), 3n cells per square"
    },
    "title": {
      "chinese": "边框棋盘 bordered-board",
      "english": "bordered-board"
    }
  },
  {
    "accepts_constraints": false,
    "counters": [
      {
        "title": {
          "chinese": "解",
          "english": "solutions"
        },
        "work": "solutions"
      },
      {
        "title": {
          "chinese": "尝试的格子",
          "english": "squares tried"
        },
        "work": "tried"
      },
      {
        "title": {
          "chinese": "放置的皇后",
          "english": "queens placed"
        },
        "work": "placed"
      },
      {
        "title": {
          "chinese": "回溯次数",
          "english": "backtracks"
        },
        "work": "backtracks"
      },
      {
        "title": {
          "chinese": "检查次数",
          "english": "tests"
        },
        "work": "tests"
      }
    ],
    "file": "slope_test/mod.rs",
    "has_tree": true,
    "idea": {
      "chinese": "与前面每个皇后比较：列相同，或行差等于列差，即互相攻击",
      "english": "compare with each earlier queen: same column or equal row and column distance"
    },
    "kinds": [],
    "largest_in_a_second": 13,
    "max_n": 64,
    "memory": {
      "chinese": "n 个列号",
      "english": "n columns"
    },
    "name": "slope-test",
    "source": {
      "chinese": "《八皇后》的数组、斜率和位运算写法（Java 教程）",
      "english": "\"Eight queens\": array, slope and bit versions (Java tutorial)"
    },
    "taught": null,
    "time": {
      "chinese": "O(n!)，每格最多比较 n 次",
      "english": "O(n!), n comparisons per square"
    },
    "title": {
      "chinese": "斜率判断 slope-test",
      "english": "slope-test"
    }
  },
  {
    "accepts_constraints": false,
    "counters": [
      {
        "title": {
          "chinese": "解",
          "english": "solutions"
        },
        "work": "solutions"
      },
      {
        "title": {
          "chinese": "尝试的格子",
          "english": "squares tried"
        },
        "work": "tried"
      },
      {
        "title": {
          "chinese": "放置的皇后",
          "english": "queens placed"
        },
        "work": "placed"
      },
      {
        "title": {
          "chinese": "回溯次数",
          "english": "backtracks"
        },
        "work": "backtracks"
      },
      {
        "title": {
          "chinese": "检查次数",
          "english": "tests"
        },
        "work": "tests"
      }
    ],
    "file": "diagonal_markers/mod.rs",
    "has_tree": true,
    "idea": {
      "chinese": "列、行 − 列、行 + 列各用一个标记数组",
      "english": "one marker per column, per row − column and per row + column"
    },
    "kinds": [],
    "largest_in_a_second": 13,
    "max_n": 64,
    "memory": {
      "chinese": "约 6n 项",
      "english": "about 6n entries"
    },
    "name": "diagonal-markers",
    "source": {
      "chinese": "《八皇后》的数组、斜率和位运算写法（Java 教程）",
      "english": "\"Eight queens\": array, slope and bit versions (Java tutorial)"
    },
    "taught": {
      "chinese": "1 秒 n ≤ 12（2010）",
      "english": "n ≤ 12 in 1 s (2010)"
    },
    "time": {
      "chinese": "O(n!)，每格查三次标记",
      "english": "O(n!), 3 look-ups per square"
    },
    "title": {
      "chinese": "标记数组 diagonal-markers",
      "english": "diagonal-markers"
    }
  },
  {
    "accepts_constraints": false,
    "counters": [
      {
        "title": {
          "chinese": "解",
          "english": "solutions"
        },
        "work": "solutions"
      },
      {
        "title": {
          "chinese": "尝试的格子",
          "english": "squares tried"
        },
        "work": "tried"
      },
      {
        "title": {
          "chinese": "放置的皇后",
          "english": "queens placed"
        },
        "work": "placed"
      },
      {
        "title": {
          "chinese": "回溯次数",
          "english": "backtracks"
        },
        "work": "backtracks"
      },
      {
        "title": {
          "chinese": "检查次数",
          "english": "tests"
        },
        "work": "tests"
      }
    ],
    "file": "mirrored_markers/mod.rs",
    "has_tree": true,
    "idea": {
      "chinese": "利用对称性，每组镜像只搜索一个，计数时乘以该组的个数",
      "english": "search one of several symmetric images and count all of them"
    },
    "kinds": [],
    "largest_in_a_second": 14,
    "max_n": 64,
    "memory": {
      "chinese": "约 6n 项",
      "english": "about 6n entries"
    },
    "name": "mirrored-markers",
    "source": {
      "chinese": "《n 皇后》（Pascal 教程）",
      "english": "\"n queens\" (Pascal tutorial)"
    },
    "taught": {
      "chinese": "1 秒 n ≤ 13（2010）",
      "english": "n ≤ 13 in 1 s (2010)"
    },
    "time": {
      "chinese": "O(n!) 的二分之一（n 为偶数）到八分之一",
      "english": "O(n!), a half (even n) to an eighth"
    },
    "title": {
      "chinese": "镜像标记数组 mirrored-markers",
      "english": "mirrored-markers"
    }
  },
  {
    "accepts_constraints": false,
    "counters": [
      {
        "title": {
          "chinese": "解",
          "english": "solutions"
        },
        "work": "solutions"
      },
      {
        "title": {
          "chinese": "尝试的格子",
          "english": "squares tried"
        },
        "work": "tried"
      },
      {
        "title": {
          "chinese": "放置的皇后",
          "english": "queens placed"
        },
        "work": "placed"
      },
      {
        "title": {
          "chinese": "回溯次数",
          "english": "backtracks"
        },
        "work": "backtracks"
      },
      {
        "title": {
          "chinese": "检查次数",
          "english": "tests"
        },
        "work": "tests"
      }
    ],
    "file": "linked_columns/mod.rs",
    "has_tree": true,
    "idea": {
      "chinese": "用双向链表保存可用的列，已占用的列从链表中删除",
      "english": "visit only free columns: occupied ones are unlinked from a list"
    },
    "kinds": [],
    "largest_in_a_second": 14,
    "max_n": 64,
    "memory": {
      "chinese": "约 7n 项",
      "english": "about 7n entries"
    },
    "name": "linked-columns",
    "source": {
      "chinese": "《n 皇后》（Pascal 教程）",
      "english": "\"n queens\" (Pascal tutorial)"
    },
    "taught": {
      "chinese": "1 秒 n ≤ 15（2010）",
      "english": "n ≤ 15 in 1 s (2010)"
    },
    "time": {
      "chinese": "O(n!)，每个可用的列查两次标记",
      "english": "O(n!), 2 look-ups per free column"
    },
    "title": {
      "chinese": "双向链表 linked-columns",
      "english": "linked-columns"
    }
  },
  {
    "accepts_constraints": false,
    "counters": [
      {
        "title": {
          "chinese": "解",
          "english": "solutions"
        },
        "work": "solutions"
      },
      {
        "title": {
          "chinese": "尝试的格子",
          "english": "squares tried"
        },
        "work": "tried"
      },
      {
        "title": {
          "chinese": "放置的皇后",
          "english": "queens placed"
        },
        "work": "placed"
      },
      {
        "title": {
          "chinese": "回溯次数",
          "english": "backtracks"
        },
        "work": "backtracks"
      },
      {
        "title": {
          "chinese": "检查次数",
          "english": "tests"
        },
        "work": "tests"
      }
    ],
    "file": "last_column/mod.rs",
    "has_tree": true,
    "idea": {
      "chinese": "最后一列等于所有列号之和减去其余各列之和",
      "english": "the last column is the sum of all columns minus the sum of the others"
    },
    "kinds": [],
    "largest_in_a_second": 13,
    "max_n": 64,
    "memory": {
      "chinese": "约 6n 项",
      "english": "about 6n entries"
    },
    "name": "last-column",
    "source": {
      "chinese": "《n 皇后》（Pascal 教程）",
      "english": "\"n queens\" (Pascal tutorial)"
    },
    "taught": null,
    "time": {
      "chinese": "O(n!)，最后一行只需检查一格",
      "english": "O(n!), the last row costs one square"
    },
    "title": {
      "chinese": "末列求和 last-column",
      "english": "last-column"
    }
  },
  {
    "accepts_constraints": true,
    "counters": [
      {
        "title": {
          "chinese": "解",
          "english": "solutions"
        },
        "work": "solutions"
      },
      {
        "title": {
          "chinese": "尝试的格子",
          "english": "squares tried"
        },
        "work": "tried"
      },
      {
        "title": {
          "chinese": "放置的皇后",
          "english": "queens placed"
        },
        "work": "placed"
      },
      {
        "title": {
          "chinese": "回溯次数",
          "english": "backtracks"
        },
        "work": "backtracks"
      },
      {
        "title": {
          "chinese": "检查次数",
          "english": "tests"
        },
        "work": "tests"
      }
    ],
    "file": "bitmask/mod.rs",
    "has_tree": true,
    "idea": {
      "chinese": "用三个整数记录列和两组对角线的占用情况，移位后即为下一行的限制",
      "english": "three integers hold columns and diagonals; a shift goes to the next row"
    },
    "kinds": [],
    "largest_in_a_second": 14,
    "max_n": 64,
    "memory": {
      "chinese": "每行 3 个整数",
      "english": "3 integers per row"
    },
    "name": "bitmask",
    "source": {
      "chinese": "《n 皇后（位运算）》（Java 教程；力扣 51、52 题）",
      "english": "\"n queens (bit operations)\" (Java tutorial; LeetCode 51 and 52)"
    },
    "taught": {
      "chinese": "n = 16 约 10 秒",
      "english": "n = 16 in about 10 s"
    },
    "time": {
      "chinese": "O(n!)，每行只需判断一次",
      "english": "O(n!), one test per row"
    },
    "title": {
      "chinese": "位运算 bitmask",
      "english": "bitmask"
    }
  },
  {
    "accepts_constraints": false,
    "counters": [
      {
        "title": {
          "chinese": "解",
          "english": "solutions"
        },
        "work": "solutions"
      },
      {
        "title": {
          "chinese": "尝试的格子",
          "english": "squares tried"
        },
        "work": "tried"
      },
      {
        "title": {
          "chinese": "放置的皇后",
          "english": "queens placed"
        },
        "work": "placed"
      },
      {
        "title": {
          "chinese": "回溯次数",
          "english": "backtracks"
        },
        "work": "backtracks"
      },
      {
        "title": {
          "chinese": "检查次数",
          "english": "tests"
        },
        "work": "tests"
      }
    ],
    "file": "mirrored_bitmask/mod.rs",
    "has_tree": true,
    "idea": {
      "chinese": "位运算只搜索第一行的左半边，结果加倍",
      "english": "bitmask on the left half of the first row, doubled"
    },
    "kinds": [],
    "largest_in_a_second": 15,
    "max_n": 64,
    "memory": {
      "chinese": "每行 3 个整数",
      "english": "3 integers per row"
    },
    "name": "mirrored-bitmask",
    "source": {
      "chinese": "Pascal 教程的镜像规则用于位运算",
      "english": "mirror rule of the Pascal tutorial on the bit method"
    },
    "taught": null,
    "time": {
      "chinese": "O(n!) 的二分之一",
      "english": "O(n!), a half"
    },
    "title": {
      "chinese": "镜像位运算 mirrored-bitmask",
      "english": "mirrored-bitmask"
    }
  },
  {
    "accepts_constraints": false,
    "counters": [
      {
        "title": {
          "chinese": "解",
          "english": "solutions"
        },
        "work": "solutions"
      },
      {
        "title": {
          "chinese": "尝试的格子",
          "english": "squares tried"
        },
        "work": "tried"
      },
      {
        "title": {
          "chinese": "放置的皇后",
          "english": "queens placed"
        },
        "work": "placed"
      },
      {
        "title": {
          "chinese": "回溯次数",
          "english": "backtracks"
        },
        "work": "backtracks"
      },
      {
        "title": {
          "chinese": "检查次数",
          "english": "tests"
        },
        "work": "tests"
      }
    ],
    "file": "colour_split/mod.rs",
    "has_tree": true,
    "idea": {
      "chinese": "两种颜色的格子分别计数，再按所占的行和列合并",
      "english": "count the squares of each colour separately and join them by rows and columns"
    },
    "kinds": [],
    "largest_in_a_second": 14,
    "max_n": 16,
    "memory": {
      "chinese": "约 4ⁿ 项",
      "english": "about 4ⁿ entries"
    },
    "name": "colour-split",
    "source": {
      "chinese": "本项目",
      "english": "this project"
    },
    "taught": null,
    "time": {
      "chinese": "约 O(6ⁿ)",
      "english": "about O(6ⁿ)"
    },
    "title": {
      "chinese": "黑白分色 colour-split",
      "english": "colour-split"
    }
  },
  {
    "accepts_constraints": false,
    "counters": [
      {
        "title": {
          "chinese": "解",
          "english": "solutions"
        },
        "work": "solutions"
      },
      {
        "title": {
          "chinese": "尝试的格子",
          "english": "squares tried"
        },
        "work": "tried"
      },
      {
        "title": {
          "chinese": "放置的皇后",
          "english": "queens placed"
        },
        "work": "placed"
      },
      {
        "title": {
          "chinese": "回溯次数",
          "english": "backtracks"
        },
        "work": "backtracks"
      }
    ],
    "file": "dancing_links/mod.rs",
    "has_tree": true,
    "idea": {
      "chinese": "总是选择可用格子最少的行或列来分支，用可精确恢复的链表保存",
      "english": "branch on the row or column with the fewest free squares, kept in linked lists that undo exactly"
    },
    "kinds": [
      {
        "name": "choose",
        "title": {
          "chinese": "选出选项最少的约束",
          "english": "item with the fewest options chosen"
        }
      },
      {
        "name": "cover",
        "title": {
          "chinese": "覆盖一个约束",
          "english": "item covered"
        }
      },
      {
        "name": "uncover",
        "title": {
          "chinese": "恢复一个约束",
          "english": "item uncovered"
        }
      }
    ],
    "largest_in_a_second": 13,
    "max_n": 64,
    "memory": {
      "chinese": "4n² 个结点",
      "english": "4n² nodes"
    },
    "name": "dancing-links",
    "source": {
      "chinese": "D. E. Knuth, \"Dancing links\" (2000)",
      "english": "D. E. Knuth, \"Dancing links\" (2000)"
    },
    "taught": null,
    "time": {
      "chinese": "O(n!)，尝试的格子少，但每格要改许多链",
      "english": "O(n!), few squares but many links for each"
    },
    "title": {
      "chinese": "舞蹈链 dancing-links",
      "english": "dancing-links"
    }
  },
  {
    "accepts_constraints": false,
    "counters": [
      {
        "title": {
          "chinese": "解",
          "english": "solutions"
        },
        "work": "solutions"
      },
      {
        "title": {
          "chinese": "移动次数",
          "english": "moves"
        },
        "work": "backtracks"
      }
    ],
    "file": "min_conflicts/mod.rs",
    "has_tree": false,
    "idea": {
      "chinese": "从随机摆法开始，每次把一个受攻击的皇后移到本行冲突最少的格子",
      "english": "from a random placement, move an attacked queen to the least attacked square of its row"
    },
    "kinds": [
      {
        "name": "pick",
        "title": {
          "chinese": "选出一个受攻击的皇后",
          "english": "attacked queen chosen"
        }
      },
      {
        "name": "count",
        "title": {
          "chinese": "计算各格的冲突数",
          "english": "conflicts counted"
        }
      }
    ],
    "largest_in_a_second": null,
    "max_n": 64,
    "memory": {
      "chinese": "n 个列号",
      "english": "n columns"
    },
    "name": "min-conflicts",
    "source": {
      "chinese": "S. Minton 等，\"Minimizing conflicts\"（1992）",
      "english": "S. Minton and others, \"Minimizing conflicts\" (1992)"
    },
    "taught": null,
    "time": {
      "chinese": "约移动 n 次，每次比较 n² 次；只找出一个解，不计数",
      "english": "about n moves of n² comparisons; finds one solution, does not count"
    },
    "title": {
      "chinese": "最小冲突法 min-conflicts",
      "english": "min-conflicts"
    }
  }
] as const;

export const KINDS: { [kind: string]: { english: string; chinese: string } } = {
  "choose": {
    "chinese": "选出选项最少的约束",
    "english": "item with the fewest options chosen"
  },
  "count": {
    "chinese": "计算各格的冲突数",
    "english": "conflicts counted"
  },
  "cover": {
    "chinese": "覆盖一个约束",
    "english": "item covered"
  },
  "exhausted": {
    "chinese": "本行试完：回溯",
    "english": "row exhausted: backtrack"
  },
  "image": {
    "chinese": "解的对称像",
    "english": "image of a solution"
  },
  "join": {
    "chinese": "偶格与奇格合并",
    "english": "even and odd squares joined"
  },
  "masks": {
    "chinese": "掩码移到下一行",
    "english": "masks moved to the next row"
  },
  "masks-start": {
    "chinese": "掩码移到起始局面的下一行",
    "english": "masks moved below the start position"
  },
  "pick": {
    "chinese": "选出一个受攻击的皇后",
    "english": "attacked queen chosen"
  },
  "place": {
    "chinese": "放置皇后",
    "english": "queen placed"
  },
  "place-start": {
    "chinese": "放置起始局面的皇后",
    "english": "queen of the start position placed"
  },
  "rejected": {
    "chinese": "冲突：不可放置",
    "english": "conflict: square rejected"
  },
  "remove": {
    "chinese": "移除皇后",
    "english": "queen removed"
  },
  "remove-start": {
    "chinese": "移除起始局面的皇后",
    "english": "queen of the start position removed"
  },
  "solution": {
    "chinese": "解",
    "english": "solution"
  },
  "test-anti-diagonal": {
    "chinese": "读取副对角线标记",
    "english": "anti-diagonal marker read"
  },
  "test-cell": {
    "chinese": "读取单元格",
    "english": "cell read"
  },
  "test-column": {
    "chinese": "读取列标记",
    "english": "column marker read"
  },
  "test-diagonal": {
    "chinese": "读取主对角线标记",
    "english": "diagonal marker read"
  },
  "test-masks": {
    "chinese": "读取掩码",
    "english": "masks read"
  },
  "test-queen": {
    "chinese": "与皇后比较",
    "english": "comparison with a queen"
  },
  "try": {
    "chinese": "候选格",
    "english": "candidate"
  },
  "uncover": {
    "chinese": "恢复一个约束",
    "english": "item uncovered"
  }
};
