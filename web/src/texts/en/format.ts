/** Formats of numbers, times and durations. */

/** Returns the language of the browser, or English if `navigator.language` is not a valid tag. */
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

/** Sets the time zone of all times formatted from now on. Default: that of the machine. */
export function writeTimesIn(timeZone?: 'UTC'): void {
  exact = exactIn(timeZone);
  clock = clockIn(timeZone);
}

/** Returns a format that names the time zone if it is not that of the machine. */
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

/** Formats a count, such as "1 run" or "1,200 runs". */
export function counted(count: number, one: string, other: string): string {
  return `${whole.format(count)} ${plural.select(count) === 'one' ? one : other}`;
}

/** Formats a time in ms since the epoch relative to `now`, such as "2 min. ago". */
export function ago(time: number, now: number): string {
  const seconds = Math.round((time - now) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS[3];
  return relative.format(Math.trunc(seconds / size), unit);
}
export function exactTime(time: number): string {
  return exact.format(time);
}

/** Formats a time of day, such as "22:33:05.441". */
export function clockTime(time: number): string {
  return clock.format(time);
}

/** Formats an estimate in seconds, such as "40 s" or "3 min". */
export function roughly(seconds: number): string {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  const minutes = seconds / 60;
  return minutes < 100 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`;
}

/** Formats a number of bytes, such as "2.4 MiB". */
export function bytes(count: number): string {
  const unit = BYTES.findLast(([, size]) => count >= size) ?? BYTES[0];
  const value = count / unit[1];
  return `${value < 10 && unit[1] > 1 ? value.toFixed(1) : Math.round(value)} ${unit[0]}`;
}

/** Formats an amount in US dollars, such as "$0.012". */
export function cost(usd: number): string {
  return `$${usd < 1 && usd > 0 ? usd.toPrecision(2) : usd.toFixed(2)}`;
}

/** Formats a number, such as "1,200". */
export function number(value: number): string {
  return whole.format(value);
}

/** Formats a duration in ms, such as "3.2 s". */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min ${Math.floor((ms % 60_000) / 1_000)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
