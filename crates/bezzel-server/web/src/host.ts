// Largest boards of the page.

/** Largest n of the Board tab (`MAX_BOARD_N` of the engine). */
export const MAX_BOARD_N = 32;
/** Largest n of the steps of a method (`MAX_STEPS_N` of the engine). */
export const MAX_STEPS_N = 16;
