/** Longest time of a Node timer, ms. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
