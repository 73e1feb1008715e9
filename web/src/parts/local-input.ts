const MINUTE_MS = 60_000;

/** Returns an ISO 8601 time as the value of a `datetime-local` field, in the zone of the browser. */
export function toLocalInput(time: string): string {
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}
