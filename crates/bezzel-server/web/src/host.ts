// Largest boards of the page: with a server, and without one, where answers are recorded.

import type { MethodName } from "./api";
import { METHODS } from "./methods";
import { SITE } from "./site";

/** Largest n of the Board tab (`MAX_BOARD_N` of the server, `MAX_SITE_N` of the exporter). */
export const MAX_BOARD_N = SITE ? 8 : 32;
/** Largest n of the steps of a method (`MAX_STEPS_N` of the server, `MAX_SITE_N` of the exporter). */
export const MAX_STEPS_N = SITE ? 8 : 16;

/** Largest n of which the steps of all these methods are shown. */
export const mostSteps = (...methods: MethodName[]): number => (SITE ? Math.min(...METHODS.filter(({ name }) => methods.includes(name)).map((method) => method.stored_n)) : MAX_STEPS_N);
