/** Returns the value that a `share` (0 to 1) of the numbers do not exceed, by nearest rank. */
export function percentile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** Summarizes a list of times in ms. */
export function spread(numbers) {
  return {
    count: numbers.length,
    p50: percentile(numbers, 0.5),
    p95: percentile(numbers, 0.95),
    max: percentile(numbers, 1),
  };
}

/** Summarizes the upper percentiles of a list of times in ms. */
export function tails(numbers) {
  const at = (share) => percentile(numbers, share);
  return { count: numbers.length, p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99) };
}

/** Returns the monotonic time of the machine in ms, which all its processes share. */
export function clock() {
  return Number(process.hrtime.bigint()) / 1e6;
}
