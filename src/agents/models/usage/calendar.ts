const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the UTC day of a time, in days since the epoch. */
export function toDay(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Formats a day, such as `2026-11-25`. */
export function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the UTC month of a time, such as `2026-11`. */
export function formatMonth(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7);
}

/** Returns the beginning of the next month, UTC, in ms. */
export function nextMonth(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
