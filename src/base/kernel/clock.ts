/** Returns a time in milliseconds since the epoch in ISO 8601 UTC, the format of every timestamp in the API. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Returns {@link isoTime} of a time, or null for null. */
export function isoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}
