/** Numbers, times and durations as the dashboard writes them. */

/** `navigator.language` can be no valid tag. */
function locale(): string {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

const plural = new Intl.PluralRules('en');
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
let exact = exactIn();
let clock = clockIn();
const whole = new Intl.NumberFormat('en');

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const BYTES = [
  ['B', 1],
  ['KiB', 1024],
  ['MiB', 1024 ** 2],
  ['GiB', 1024 ** 3],
] as const;

/** Writes all times in a zone from now on; by default in that of the machine. */
export function writeTimesIn(timeZone?: 'UTC'): void {
  exact = exactIn(timeZone);
  clock = clockIn(timeZone);
}

/** A time of another zone than that of the machine says which it is. */
function exactIn(timeZone?: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale(), {
    dateStyle: 'medium',
    timeStyle: timeZone === undefined ? 'medium' : 'long',
    timeZone,
  });
}

function clockIn(timeZone?: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    timeZone,
  });
}

/** "1 run", "1,200 runs". */
export function counted(count: number, one: string, other: string): string {
  return `${whole.format(count)} ${plural.select(count) === 'one' ? one : other}`;
}

/** "2 min. ago", of times in ms since the epoch. */
export function ago(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS[3];
  return relative.format(Math.trunc(seconds / size), unit);
}
export function exactTime(time: number): string {
  return exact.format(time);
}

/** "22:33:05.441". */
export function clockTime(time: number): string {
  return clock.format(time);
}

/** "40 s", "3 min", of seconds that are an estimate. */
export function roughly(seconds: number): string {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  const minutes = seconds / 60;
  return minutes < 100 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`;
}

/** "2.4 MiB", of bytes. */
export function bytes(count: number): string {
  const unit = BYTES.findLast(([, size]) => count >= size) ?? BYTES[0];
  const value = count / unit[1];
  return `${value < 10 && unit[1] > 1 ? value.toFixed(1) : Math.round(value)} ${unit[0]}`;
}

/** "0.0123 $". */
export function cost(usd: number): string {
  return `${usd < 1 ? usd.toPrecision(2) : usd.toFixed(2)} $`;
}

/** "1,200". */
export function number(value: number): string {
  return whole.format(value);
}

/** "3.2 s". */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min ${Math.floor((ms % 60_000) / 1_000)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
