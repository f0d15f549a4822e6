import type { Text } from "../tabs/learn";

export const en: Text = {
  title: "Eight queens, and n",
  contents: "Contents",
  sections: [
    {
      id: "problem",
      title: "The problem",
      parts: [
        "A queen attacks along her row, her column and both diagonals. Put eight queens on a chessboard so that none attacks another. Try it: press squares to place queens; red diamonds are queens that attack each other, dots are squares under attack.",
        { figure: "play" },
        "Max Bezzel, a chess player, posed this puzzle in 1848. Gauss first believed in 76 solutions; in 1854 chess writers in Berlin published 40 of them; in the end there turned out to be **92**, which graph theory later confirmed. With n queens on n×n squares, solutions exist exactly for n = 1 and for all n ≥ 4. The Board tab checks whatever you found in any other game of eight queens, and completes what you began.",
      ],
    },
    {
      id: "counting",
      title: "How many boards are there to look at?",
      parts: [
        "Two queens never share a row, so one number for each row says everything: the column of its queen. n nested loops over n columns look at nⁿ boards, and already for eight queens that is 8⁸ = 16,777,216. If no two queens may share a column either, n! orders are left: 40,320 for eight. Only 92 of these also respect the diagonals.",
        { figure: "powers" },
        "The method **brute-force** really runs those loops, and tests a board only when it is full: time O(nⁿ). Watch it on the smallest board that has solutions. Everything that follows is about looking at less.",
        { figure: "brute-run" },
      ],
    },
    {
      id: "backtracking",
      title: "Backtracking: the walk of a decision tree",
      parts: [
        "Each queen takes away a row, a column and two diagonals from all that follow her; what is decided early narrows what comes later. This is called **constraint propagation**. So test each queen at once, and when a row has no free square left, take the last queen back and try her next square. Nothing below a bad beginning is ever visited.",
        "This is a walk in a tree of decisions. Three things describe it: the **path** (the queens that stand), the **choices** (the free squares of the next row), and the **end** (no row left: a solution). The walk needs memory only for its path, O(n), and time that still grows about like n!, O(n!).",
        { figure: "tree" },
      ],
    },
    {
      id: "slope",
      title: "Method: compare slopes",
      parts: [
        "Keep one array of locations: index = row, value = column, so `columns[row]` is the column of that row's queen. Two queens clash if their columns are equal, or if the line through them rises at 45° or 135°, that is if they are as many rows apart as columns: `|Δrow| = |Δcolumn|`. Each square is compared with all earlier queens.",
        { figure: "slope" },
        "A solution is then simply a line of columns. The first one for eight queens is `0 4 7 5 2 6 1 3`. Set it up in any game of eight queens and see that it holds.",
        { figure: "slope-run" },
      ],
    },
    {
      id: "border",
      title: "Method: a board with a border",
      parts: [
        "Another picture of the same test: draw the board with a frame around it, (n + 2)² cells, where 0 is empty, 1 a queen and 2 the border. Rows are filled one after another (the tutorial that this comes from begins at the bottom; a mirror makes no difference), column by column. From a square, walk towards the rows that have queens, in three directions: `(−1, −1)`, one column to the left with each step, `(0, −1)`, straight, and `(1, −1)`, one to the right. If the border comes before a queen each time, the square is safe. The border makes sure that the walk never leaves the board, so no step has to ask whether it did.",
        { figure: "border-run" },
        "The current solution is kept as a linked list of positions, which grows at its end and shrinks there again. Solutions are written as `(x, y)(x, y)…` counted from 1, x the column and y the row, and drawn with `*` for the border, a space for an empty square and `#` for a queen; at the end stands the total, `Total: 92` for eight. The command `bezzel list 6 -n coordinates` writes just this.",
        { figure: "framed" },
      ],
    },
    {
      id: "diagonals",
      title: "Why diagonals are r − c and r + c",
      parts: [
        "Go one square down and one to the right: row and column both grow by one, so their **difference** stays the same. Down and to the left, row grows while column shrinks, so their **sum** stays. Therefore all squares of one diagonal share r − c, and all squares of one anti-diagonal share r + c. Press a square and see.",
        { figure: "diagonals" },
        "The sums run from 0 to 2n − 2 and can number an array as they are. The differences are 0 on the diagonal in the middle and −1, −2, … −(n − 1) on those above it, so they run up to n − 1 below; adding n makes every index positive, and arrays of about 2n and 3n places are enough. Three arrays of markers (columns, differences, sums) now tell at once whether a square is attacked, however many queens stand.",
        { figure: "marker-run" },
      ],
    },
    {
      id: "bits",
      title: "The bit tricks",
      parts: [
        "An array of n yes-or-no marks fits one integer: bit c stands for column c. AND (`&`: both), OR (`|`: at least one), XOR (`^`: exactly one), NOT (`~`) and the shifts `<<` and `>>` then work on all columns at once. Computers write −x as `~x + 1` (two's complement), which gives two gems: `x & −x` keeps only the lowest set bit, and `x & (x − 1)` removes it. Press the bits of x and y.",
        { figure: "bits" },
        "And diagonals move! Seen from the next row, a diagonal lies one column further right, an anti-diagonal one further left. So three integers describe everything that attacks the current row, and two shifts carry them on: `(diagonals | q) << 1` and `(anti | q) >> 1`. (The Chinese tutorials name the two after strokes of the brush, pie and na, and draw bit 0 on the right: `(pie | p) << 1`, `(na | p) >> 1`.) Cut to the board with `all = (1 << n) − 1`, the free squares are `all & ~(columns | diagonals | anti)`: one test for a whole row.",
        { figure: "mask-run" },
        "This is LeetCode 51 and 52 in its fastest common form, a recursion `traversal(limit, columns, left, right)`: take the lowest candidate with `x & −x`, remove it with XOR or `x & (x − 1)`, and write boards as strings of `Q` and `.` (the Board tab exports them).",
        { figure: "strings" },
        "A position array with slope tests and this method differ several times over at n = 14; the Race tab measures them on your machine. n = 16 is for bits alone: the tutorial counts it in about ten seconds.",
      ],
    },
    {
      id: "last",
      title: "The last column need not be searched",
      parts: [
        "The columns of a solution are 0, 1, …, n − 1 in some order, and they add up to n(n − 1)/2. So once n − 1 queens stand, the last column is known: n(n − 1)/2 minus the sum of the others (columns counted from 0). Only its two diagonals are left to test. A small gift that any method can take.",
        { figure: "last-run" },
      ],
    },
    {
      id: "links",
      title: "Linked lists that heal themselves",
      parts: [
        "Far down the board most columns are taken, and looking at each of them again costs time. Keep the free ones in a doubly linked ring, in two arrays: `previous` and `next`. To take column c, let its neighbours point past it: `next[previous[c]] = next[c]` and `previous[next[c]] = previous[c]`.",
        "The beauty is the way back. c keeps its own two links, so it still knows where it stood: `next[previous[c]] = c`, `previous[next[c]] = c`, and the ring is as before. This works as long as columns come back in the reverse of the order in which they left, and backtracking does exactly that. Step forward and back, and watch a link come off and on.",
        { figure: "link-run" },
      ],
    },
    {
      id: "symmetry",
      title: "Symmetry: eight for the price of one",
      parts: [
        "Turn a solution by 90°, or hold it before a mirror: it is a solution again. A square has eight such images. Twelve **fundamental** solutions make all 92 of eight queens: eleven have eight different images, and one, which a half turn leaves unchanged, has four: 11 · 8 + 4 = 92.",
        { figure: "symmetry" },
        "To count fewer boards, let one stand for all. **Even n:** mirroring left and right takes the queen of the first row into the other half, so search its left half only and double. **Odd n with an empty centre:** one queen stands in the middle column and one in the middle row. Mirrors bring the first above the centre and the second left of it, and exchanging rows and columns exchanges the two, so keep only the patterns where the second stands farther out than the first; each counts for eight. **Odd n with a queen in the centre** is searched apart, because there symmetric solutions exist and eight would be wrong.",
        { figure: "mirror-run" },
        "In 2010, on the machines of the time, marker arrays reached n = 12 in a second, symmetry n = 13, and linked columns or bit masks n = 15. Which n is it on yours? Ask the Race tab.",
      ],
    },
    {
      id: "colours",
      title: "The colour split",
      parts: [
        "A diagonal step changes row and column by one each, so row + column stays even or stays odd: on a diagonal all squares have one colour. A queen on black never meets a queen on white along a diagonal. The two colours meet only in rows and columns!",
        "So count them apart. Let b(R, C) be the number of ways to put queens on black squares so that they use exactly the rows R and the columns C, and w(R, C) the same for white. Then `Q(n) = Σ b(R, C) · w(¬R, ¬C)`: every solution is a black half and a white half that use complementary rows and columns. Solutions are counted without being visited, one multiplication for many at a time.",
        { figure: "colour-run" },
        "This is how the record counter of the Count tab works: it visits the halves, which grow about sixfold with each n, instead of the solutions, which grow about tenfold there.",
      ],
    },
    {
      id: "known",
      title: "What is known, and what is not",
      parts: [
        "No formula for Q(n) is known. Every value comes from a search, and each is several times harder than the one before. The largest published one is Q(27) = 234,907,967,154,122,528, found in 2016 by a distributed cluster of programmable chips that ran for more than a year, used all eight symmetries and pruned the search to the extreme. Beyond it, nobody knows Q(28): the work grows almost like n!, and spreading it over many machines costs communication and storage of what is done.",
        { figure: "known" },
        "For large n, Michael Simkin showed in 2021 that Q(n) is about (0.143 n)ⁿ. To **find** one solution is easy for any n (`bezzel first 1000000` writes one for a million queens). Even numbers first, then odd ones, with a few exchanged, is a rule for every n ≥ 4. To **count** them all is what remains hard: start one in the Count tab and see how far your machine gets.",
        { figure: "construct" },
      ],
    },
  ],
};
