/**
 * Maximum duration, in ms, of what happens at once on a quiet machine. It allows for a busy machine, and is below
 * {@link WAITED_MS}, so that a product that waits that long fails.
 */
export const AT_ONCE_MS = 80_000;

/** Duration, in ms, of a grace period, lease or timeout that the product must not wait for in a test. */
export const WAITED_MS = 90_000;
