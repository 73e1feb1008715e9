/** Returns the seconds of a `Retry-After` header, which is a number or a date; null if it is missing or invalid. */
export function retryAfterSeconds({ headers }: Response, now: number = Date.now()): number | null {
  const text = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // `Date.parse` accepts almost anything as a date, even "-5".
  const date = /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}
