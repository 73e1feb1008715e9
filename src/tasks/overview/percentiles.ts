/** Median and 95th percentile; null if there are no values. */
export interface Percentiles {
  p50: number | null;
  p95: number | null;
}

/** Returns percentiles by the nearest-rank method: each is one of the values. */
export function computePercentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number): number | null => sorted[Math.ceil(sorted.length * part) - 1] ?? null;
  return { p50: at(0.5), p95: at(0.95) };
}
