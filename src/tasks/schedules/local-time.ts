import { LRUCache } from 'lru-cache';

export interface LocalTime {
  /** For example 2026-03-29. */
  date: string;
  /** For example 03:00:00. */
  time: string;
  /** For example +02:00. */
  offset: string;
}

/** Creating a formatter takes about as long as using it a hundred times. */
const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const kept = formatters.get(timeZone);
  if (kept) return kept;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** Returns whether a name is a known time zone, such as `Europe/Berlin` or `UTC`. */
export function isTimeZone(name: string): boolean {
  // Offsets such as +02:00 have no summer time, which few who write one intend.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,99}$/.test(name)) return false;
  try {
    getFormatter(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the local time in a time zone for a time in ms. */
export function localTime(at: number, timeZone: string): LocalTime {
  const parts = new Map(
    getFormatter(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? '';
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}:${part('second')}`,
    offset: part('timeZoneName').replace('GMT', '') || '+00:00',
  };
}

/** Returns a local time such as 2026-03-29T03:00:00+02:00. */
export function localIso(at: number, timeZone: string): string {
  const { date, time, offset } = localTime(at, timeZone);
  return `${date}T${time}${offset}`;
}
