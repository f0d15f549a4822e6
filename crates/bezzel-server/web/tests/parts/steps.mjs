// Steps of the methods, one after another.

import "../trace.test.mjs";
import "../values.test.mjs";
import "../windows.test.mjs";
import "../methods.test.mjs";
import "../lesson.test.mjs";
