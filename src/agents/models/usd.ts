/** Factor of USD to the unit of costs, millionths of a USD. */
export const MICRO = 1_000_000;

/** Returns a cost in USD for clients; null if the model has no prices. */
export function toUsd(microUsd: number | null): number | null {
  return microUsd === null ? null : microUsd / MICRO;
}
