/** Milliseconds since the epoch -> ISO 8601 UTC, as every timestamp of the interface is written. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** {@link isoTime}, keeping null. */
export function isoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}
