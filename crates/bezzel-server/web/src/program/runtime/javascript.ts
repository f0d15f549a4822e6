// The worker of JavaScript programs.

import { quickJs } from "./quickjs";
import { serveTasks } from "./worker";

serveTasks(quickJs);
