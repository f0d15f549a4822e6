// Boards, puzzles, and checks of all tabs.

import "../everywhere.test.mjs";
import "../board.test.mjs";
import "../given.test.mjs";
import "../heat.test.mjs";
import "../paste.test.mjs";
import "../puzzle.test.mjs";
