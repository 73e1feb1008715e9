/**
 * Longest time (ms) for what happens at once on a quiet machine. It is generous, so that a machine with much else to do
 * passes too, and below {@link WAITED_MS}, so that a product that waits for that fails.
 */
export const AT_ONCE_MS = 80_000;

/** The duration of a grace, a lease or a timeout that the product must not wait for in a test (ms). */
export const WAITED_MS = 90_000;
