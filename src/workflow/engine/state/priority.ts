/** Priorities go from minus this to this; 0 is usual. */
export const MAX_PRIORITY = 100;
