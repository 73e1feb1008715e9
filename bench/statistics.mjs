/** The value that `share` (0..1) of the numbers do not pass: nearest rank. */
export function percentile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** How a list of times in ms spreads. */
export function spread(numbers) {
  return {
    count: numbers.length,
    p50: percentile(numbers, 0.5),
    p95: percentile(numbers, 0.95),
    max: percentile(numbers, 1),
  };
}

/** How the slowest of a list of times in ms spread. */
export function tails(numbers) {
  const at = (share) => percentile(numbers, share);
  return { count: numbers.length, p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99) };
}

/** Ms on the machine's monotonic clock, which all its processes share. */
export function clock() {
  return Number(process.hrtime.bigint()) / 1e6;
}
