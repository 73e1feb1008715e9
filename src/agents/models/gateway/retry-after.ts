/** Returns the pause that a provider requests in ms; null if none is given or it is unreadable. */
export function retryAfterMs(headers: Readonly<Record<string, string>>): number | null {
  const ms = headers['retry-after-ms'];
  if (ms !== undefined && /^\d{1,9}(\.\d+)?$/.test(ms)) return Math.ceil(Number(ms));
  const after = headers['retry-after']?.trim();
  if (after === undefined) return null;
  if (/^\d{1,7}(\.\d+)?$/.test(after)) return Math.ceil(Number(after) * 1000);
  const date = Date.parse(after);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
