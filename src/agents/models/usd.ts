/** Costs are counted in millionths of a USD. */
export const MICRO = 1_000_000;

/** Returns a cost as clients see it, in USD; null where the model has no prices. */
export function usdOf(microUsd: number | null): number | null {
  return microUsd === null ? null : microUsd / MICRO;
}
