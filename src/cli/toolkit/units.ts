import prettyBytes from 'pretty-bytes';
import prettyMs from 'pretty-ms';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Number of days above which a date is shown instead. */
const MAX_DAYS = 60;

/** Returns a count with its noun: `1 file`, `3 files`. */
export function countText(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/** Returns a duration in its two largest units: `85ms`, `1.2s`, `3m 5s`, `2h 10m`, `3d 4h`. */
export function durationText(ms: number): string {
  // Clocks of two machines may differ.
  return prettyMs(Math.max(0, ms), { unitCount: 2 });
}

/** Returns the time from a task's first start to its end, or until now, in ms. Null if it has not started. */
export function tookMs(task: {
  started_at: string | null;
  finished_at: string | null;
}): number | null {
  const { started_at: start, finished_at: end } = task;
  if (start === null) return null;
  return (end === null ? Date.now() : Date.parse(end)) - Date.parse(start);
}

/** Returns a time relative to `now`: `now`, `12s ago`, `5m ago`, `in 3h`, `2d ago`, else the date. */
export function relativeTime(iso: string, now = Date.now()): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return '?';
  const distance = Math.abs(now - time);
  if (distance < SECOND_MS) return 'now';
  if (distance >= MAX_DAYS * DAY_MS) return iso.slice(0, 10);
  if (time < now) return `${prettyMs(distance, { compact: true })} ago`;
  // With this tolerance, 2 h ahead is still shown as 2 h a moment later.
  const unit =
    [DAY_MS, HOUR_MS, MINUTE_MS].find((each) => distance > each - each / 60) ?? SECOND_MS;
  return `in ${prettyMs(Math.round(distance / unit) * unit, { compact: true })}`;
}

/** Returns a size in decimal units, as disks and transfers do: `512 B`, `1.4 kB`, `20 MB`. */
export function bytesText(bytes: number): string {
  return prettyBytes(bytes, { maximumFractionDigits: 1 });
}

/** Returns an amount of money: `0.0042 USD`, `12.30 USD`. */
export function usdText(usd: number): string {
  return `${usd.toFixed(usd < 1 ? 4 : 2)} USD`;
}
