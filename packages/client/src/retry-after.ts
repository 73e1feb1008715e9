/** Returns the seconds of a `Retry-After` header, whether it has a number of them or a date; null where it says nothing. */
export function retryAfterSeconds({ headers }: Response, now: number = Date.now()): number | null {
  const text = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // To `Date.parse` nearly anything is a date, "-5" as well.
  const date = /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}
