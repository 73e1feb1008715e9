const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/**
 * Parses a time as typed by a user: `30m`, `2h`, `7d` before `now` (after it if `sign` is 1), or a date or time, which
 * is local if it has no zone. Returns ISO 8601 in UTC, or null if the text is invalid.
 */
export function parseMoment(text: string, sign: 1 | -1, now = Date.now()): string | null {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text.trim()) ?? [];
  const seconds = UNITS[unit];
  const ms =
    seconds === undefined ? parseTime(text.trim()) : now + sign * Number(amount) * seconds * 1000;
  return ms === null || Number.isNaN(new Date(ms).getTime()) ? null : new Date(ms).toISOString();
}

function parseTime(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return null;
  // JavaScript parses a date without a time as UTC.
  return Date.parse(text.length === 10 ? `${text}T00:00` : text);
}
