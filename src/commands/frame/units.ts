const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Beyond it a date says more than a number of days. */
const MAX_DAYS = 60;

/** How long something took: `85 ms`, `1.2 s`, `3 min 5 s`, `2 h 10 min`, `3 d 4 h`. `ms` in milliseconds. */
export function toldDuration(ms: number): string {
  if (ms < SECOND) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 59_950) return `${(ms / SECOND).toFixed(1)} s`;
  if (ms < HOUR) return twoUnits(ms, MINUTE, 'min', SECOND, 's');
  if (ms < DAY) return twoUnits(ms, HOUR, 'h', MINUTE, 'min');
  return twoUnits(ms, DAY, 'd', HOUR, 'h');
}

function twoUnits(ms: number, large: number, name: string, small: number, rest: string): string {
  // Of 59.9 s past the minute a whole one is made.
  const rounded = Math.round(ms / small) * small;
  const left = Math.floor((rounded % large) / small);
  const whole = `${Math.floor(rounded / large)} ${name}`;
  return left === 0 ? whole : `${whole} ${left} ${rest}`;
}

/** When something was, seen from `now`: `now`, `12 s ago`, `5 min ago`, `in 3 h`, `2 d ago`, else the date. */
export function toldTime(iso: string, now = Date.now()): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return '?';
  const distance = Math.abs(now - time);
  if (distance < SECOND) return 'now';
  if (distance >= MAX_DAYS * DAY) return iso.slice(0, 10);
  // What is 2 h ahead is so still a moment later.
  return time > now
    ? `in ${oneUnit(distance, Math.round)}`
    : `${oneUnit(distance, Math.floor)} ago`;
}

function oneUnit(ms: number, whole: (value: number) => number): string {
  if (whole(ms / SECOND) < 60) return `${whole(ms / SECOND)} s`;
  if (whole(ms / MINUTE) < 60) return `${whole(ms / MINUTE)} min`;
  if (whole(ms / HOUR) < 24) return `${whole(ms / HOUR)} h`;
  return `${whole(ms / DAY)} d`;
}

/** `512 B`, `1.4 kB`, `20 MB`: decimal, as disks and transfers count. */
export function toldBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let index = 0;
  // 999.95 would be written as 1000.0.
  while (value >= 999.95 && index < units.length - 1) {
    value /= 1000;
    index += 1;
  }
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ${units[index] ?? ''}`;
}
