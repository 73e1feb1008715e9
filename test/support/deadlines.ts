/**
 * Longest time (ms) for what happens at once on a quiet machine. It is generous, so that a machine with much else to do
 * passes too, and below {@link WAITED_MS}, so that a product that waited for that would fail.
 */
export const AT_ONCE_MS = 80_000;

/** What a test makes the product wait for where it must not: a grace, a lease, a timeout (ms). */
export const WAITED_MS = 90_000;
