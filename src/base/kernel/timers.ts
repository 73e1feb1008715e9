/** The longest time of a timer of Node, ms. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
