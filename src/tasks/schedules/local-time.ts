import { LRUCache } from 'lru-cache';

export interface LocalTime {
  /** As 2026-03-29. */
  date: string;
  /** As 03:00:00. */
  time: string;
  /** As +02:00. */
  offset: string;
}

/** Making a formatter takes about as long as using it a hundred times. */
const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

function formatterOf(timeZone: string): Intl.DateTimeFormat {
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

/** Returns whether it is the name of a time zone that is known here, such as `Europe/Berlin` or `UTC`. */
export function isTimeZone(name: string): boolean {
  // Offsets such as +02:00 have no summer time, and few who write one want that.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,99}$/.test(name)) return false;
  try {
    formatterOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the local time of a time zone at a time in ms. */
export function localTime(at: number, timeZone: string): LocalTime {
  const parts = new Map(
    formatterOf(timeZone)
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

/** As 2026-03-29T03:00:00+02:00. */
export function localIso(at: number, timeZone: string): string {
  const { date, time, offset } = localTime(at, timeZone);
  return `${date}T${time}${offset}`;
}
