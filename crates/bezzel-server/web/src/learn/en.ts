import type { Text } from "../tabs/learn";
import { puzzles } from "./puzzles";

export const en: Text = {
  title: "From eight queens to n queens",
  contents: "Contents",
  sections: [
    {
      id: "problem",
      title: "The problem",
      parts: [
        "A queen attacks along its row, its column and both diagonals. Place eight queens on a chessboard so that no two attack each other. Try it: click squares to place queens. Red diamonds mark attacking pairs, dots mark attacked squares.",
        { figure: "play" },
        "These are the squares that one queen attacks:",
        { figure: "reach" },
        "The same problem with n queens on an n×n board has solutions for n = 1 and for all n ≥ 4. The [Board tab](#/board) checks and completes boards from any other program.",
      ],
    },
    {
      id: "history",
      title: "History",
      parts: [
        "Max Bezzel, a chess player, posed this puzzle in 1848 in the Berliner Schachzeitung. Franz Nauck published all **92** solutions in 1850 in the Leipzig Illustrirte Zeitung, where Gauss read the problem; Gauss discussed it in letters to Schumacher in the same year. ([Campbell 1977](https://doi.org/10.1016/0315-0860%2877%2990076-3) follows the sources; [Bell and Stevens 2009](https://doi.org/10.1016/j.disc.2007.12.043) survey the results.)",
        "One of the tutorials tells it differently: Gauss believed in 76 solutions, chess authors in Berlin published 40 in 1854, and graph theory later gave 92. Another names Max Bezzel and the year 1848, as above.",
      ],
    },
    {
      id: "counting",
      title: "Size of the search",
      parts: [
        "Each row holds exactly one queen, so a solution is one number per row: the column of its queen. n nested loops over n columns test nⁿ boards; for eight queens that is 8⁸ = 16,777,216. If no two queens share a column either, n! permutations remain: 40,320 for eight queens. Only 92 of them also satisfy the diagonals.",
        { figure: "powers" },
        "The method **brute-force** runs those loops and tests a board only when it is full: time O(nⁿ). Step through it for n = 4, the smallest board with several queens and a solution. Every later method tests fewer boards.",
        { figure: "brute-run" },
      ],
    },
    {
      id: "backtracking",
      title: "Backtracking: searching a decision tree",
      parts: [
        "Each queen rules out a row, a column and two diagonals for all later queens, so early choices restrict later ones. This is called **constraint propagation**. Test each queen as soon as it is placed. If a row has no free square, backtrack: remove the previous queen and try its next square. The subtree below a partial placement that cannot be extended is pruned.",
        "Backtracking is a depth-first search of a **decision tree**. Three things describe it: the **path** (the queens placed so far), the **choices** (the free squares of the next row) and the **end condition** (no row left: a solution). It stores only its path, so memory is O(n). The time still grows about like n!, O(n!).",
        { figure: "tree" },
      ],
    },
    {
      id: "slope",
      title: "slope-test: comparing slopes",
      parts: [
        "Use one array of positions: index = row, value = column, so `columns[row]` is the column of the queen in that row. Two queens attack each other if their columns are equal or the line through them has a slope of 45° or 135°. The second case means equal distances in rows and columns: `|Δrow| = |Δcolumn|`. Each square is compared with all earlier queens.",
        { figure: "slope" },
        "A solution is then a list of column numbers. The first one for eight queens is `[[0 4 7 5 2 6 1 3|1 5 8 6 3 7 2 4]]`. You can check it in any other program for eight queens.",
        { figure: "slope-run" },
      ],
    },
    {
      id: "border",
      title: "bordered-board: a board with a border",
      parts: [
        "The same test without arithmetic: add a border around the board. The array then has (n + 2)² cells, where 0 is empty, 1 a queen and 2 the border. Rows are filled one after another and columns are tried in order. (The tutorial starts at the bottom row; by symmetry this makes no difference.) From each square, scan the rows above in three directions: `(−1, −1)`, one column to the left per step, `(0, −1)`, straight, and `(1, −1)`, one column to the right. The square is safe if each scan reaches the border before a queen. Because of the border, no step has to check whether it leaves the board.",
        { figure: "border-run" },
        "The current solution is a linked list of positions; queens are added and removed at its end. The tutorial writes solutions as `(x, y)(x, y)…`, where x is the column and y the row, both 1-based. It draws the border as `*`, an empty square as a space and a queen as `#`, and prints the total at the end: `Total: 92` for eight queens. The command `bezzel list 6 -n coordinates` writes this format.",
        { figure: "framed" },
      ],
    },
    {
      id: "diagonals",
      title: "diagonal-markers: diagonals as r − c and r + c",
      parts: [
        "One square down and right, row and column both grow by one, so their **difference** stays the same. One square down and left, the row grows and the column shrinks by one, so their **sum** stays the same. All squares of a diagonal therefore share r − c, and all squares of an anti-diagonal share r + c. Click a square to see both.",
        { figure: "diagonals" },
        "Chinese texts name the two lines after brush strokes: 撇 runs down to the left, and its constant is the sum; 捺 runs down to the right, and its constant is the difference.",
        { figure: "strokes" },
        "The sums run from [[0 to 2n − 2|2 to 2n]] and can be used as array indices directly. The differences are 0 on the main diagonal, −1, −2, … −(n − 1) above it and up to n − 1 below it. Adding n makes every index positive; arrays of about 2n and 3n entries are enough. Three arrays of markers (columns, differences, sums) then show with three look-ups whether a square is attacked, however many queens are placed.",
        { figure: "marker-run" },
      ],
    },
    {
      id: "bits",
      title: "bitmask: sets as integers",
      parts: [
        "An array of n flags fits into one integer: bit c stands for column [[c|c + 1]]. AND (`&`: both), OR (`|`: at least one), XOR (`^`: exactly one), NOT (`~`) and the shifts `<<` and `>>` then work on all columns at once. Computers store −x as `~x + 1` (two's complement), which gives two useful tricks: `x & −x` keeps only the lowest set bit, and `x & (x − 1)` clears it. Click the bits of x and y.",
        { figure: "bits" },
        "Why does `x & −x` keep the lowest set bit? Write −x with a sign bit and the magnitude, then invert the magnitude, then add 1: the inverted zeros below the lowest set bit carry up to it. Only this bit is set in both x and −x.",
        { figure: "codes" },
        "From one row to the next, a diagonal moves one column to the right and an anti-diagonal one column to the left. Three integers therefore describe all attacks on the current row, and two shifts give those on the next row: `(diagonals | q) << 1` and `(anti | q) >> 1`. (The Chinese tutorials name the diagonals after the brush strokes pie (撇) and na (捺) and let bit 0 stand for the rightmost column, so the strokes exchange their shifts: `(pie | p) << 1`, `(na | p) >> 1`. Here bit 0 stands for column [[0|1]], the leftmost. In the figures bit 0 is on the right, as numbers are written, so they mirror the board.) With the board mask `all = (1 << n) − 1`, the free squares are `all & ~(columns | diagonals | anti)`: one test per row.",
        { figure: "mask-run" },
        "This is the common fast solution of [LeetCode 51](https://leetcode.com/problems/n-queens/) and [LeetCode 52](https://leetcode.com/problems/n-queens-ii/), a recursion `traversal(limit, columns, left, right)`. It takes the lowest candidate with `x & −x` and clears it with XOR or `x & (x − 1)`. LeetCode writes boards as strings of `Q` and `.`; the [Board tab](#/board) exports this format.",
        { figure: "strings" },
        "At n = 14 this method is several times faster than a position array with slope tests; the [Race tab](#/race?methods=slope-test,bitmask&largest=14) measures both on your machine. For n = 16 only the bit version is practical: the tutorial reports less than ten seconds.",
      ],
    },
    {
      id: "last",
      title: "last-column: the last column without a search",
      parts: [
        "The columns of a solution are a permutation of [[0, 1, …, n − 1|1, 2, …, n]], so their sum is [[n(n − 1)/2|n(n + 1)/2]]. After n − 1 queens the last column is known: [[n(n − 1)/2|n(n + 1)/2]] minus the sum of the others (columns are [[0|1]]-based). Only its two diagonals remain to be tested. Any row-by-row method can use this shortcut.",
        { figure: "last-run" },
      ],
    },
    {
      id: "links",
      title: "linked-columns: removing and restoring list nodes",
      parts: [
        "Near the last rows most columns are occupied, and testing each of them again costs time. Keep the free columns in a circular doubly linked list, stored in two arrays, `previous` and `next`. To remove column c, link its neighbours to each other: `next[previous[c]] = next[c]` and `previous[next[c]] = previous[c]`.",
        "Column c keeps its own two links, so it can be restored in constant time: `next[previous[c]] = c` and `previous[next[c]] = c`. This is correct if columns are restored in the reverse order of their removal, which backtracking guarantees. Step forwards and backwards to see a node removed and restored.",
        { figure: "link-run" },
      ],
    },
    {
      id: "symmetry",
      title: "Symmetry: one solution for up to eight",
      parts: [
        "A rotation or reflection of a solution is again a solution. A square has eight symmetries, so a solution has up to eight distinct images. The 92 solutions for eight queens come from twelve **fundamental solutions**: eleven have eight images each, and one, which is unchanged by a half turn, has four: 11 · 8 + 4 = 92.",
        { figure: "symmetry" },
        "A count can search one image and multiply. **Even n:** reflecting left and right moves the queen of the first row to the other half, so search the left half and double the result. **Odd n, empty centre:** one queen is in the middle column and one in the middle row. Reflections bring the first above the centre and the second to the left of it, and exchanging rows and columns swaps them. Search only the placements in which the second is farther from the centre; each counts for eight solutions. **Odd n, queen in the centre:** search separately, because symmetric solutions exist here and a factor of eight would be wrong.",
        { figure: "mirror-run" },
        "In 2010 the tutorial solved n = 12 in one second with marker arrays, n = 13 with symmetry and n = 15 with linked lists. Use the [Race tab](#/race) to measure your machine.",
      ],
    },
    {
      id: "colours",
      title: "colour-split: even and odd squares",
      parts: [
        "A diagonal step changes row and column by one each, so the parity of row + column stays the same: all squares of a diagonal have one colour. A queen on an even square (row + column even, drawn light) therefore never shares a diagonal with a queen on an odd square (drawn dark). The two colours share only rows and columns. In formulas and in the record counter the even squares are called black (b) and the odd ones white (w).",
        "So count them separately. Let b(R, C) be the number of placements of queens on even squares that use exactly the rows R and the columns C, and let w(R, C) be the same for odd squares. Then `Q(n) = Σ b(R, C) · w(¬R, ¬C)`: every solution is a placement on even squares and one on odd squares with complementary rows and columns. Solutions are not enumerated one by one; one multiplication counts many of them.",
        { figure: "colour-run" },
        "The record counter of the [Count tab](#/count) works this way. It enumerates the single-colour placements, whose number grows about sixfold with each n, instead of the solutions, whose number grows about tenfold at these sizes.",
      ],
    },
    {
      id: "table",
      title: "All methods compared",
      parts: ["Each row links to its method. The [Race tab](#/race) draws the times of up to four methods over n.", { figure: "table" }],
    },
    {
      id: "known",
      title: "Known values and open questions",
      parts: [
        "No formula for Q(n) is known. Every value comes from a search, and each is several times harder to compute than the one before. The largest published value is Q(27) = 234,907,967,154,122,528, computed in 2016 by a distributed cluster of programmable chips (FPGAs). It ran for more than a year and combined all eight symmetries with extensive pruning. Q(28) is unknown: the work grows almost like n!, and distributing it adds communication and storage of partial results.",
        { figure: "known" },
        "For large n, Michael Simkin proved in 2021 that Q(n) is about (0.143 n)ⁿ. **Finding** one solution is easy for any n: `bezzel first 1000000` writes one for a million queens. The rule is even numbers first, then odd numbers, with a few exchanges; it works for every n ≥ 4. **Counting** all solutions is the hard part: start a count in the [Count tab](#/count) to see how far your machine gets.",
        { figure: "construct" },
      ],
    },
    puzzles.en,
  ],
};
