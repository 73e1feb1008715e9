/** Largest priority; the smallest is its negative, and 0 is the default. */
export const MAX_PRIORITY = 100;
