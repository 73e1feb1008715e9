interface Tick {
  local: string;
}

/** Formats a local time with offset as "Sun 2026-03-29 03:00 +02:00". */
export function localTime(local: string): string {
  const [, date = '', time = '', offset = ''] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)(.*)$/.exec(local) ?? [];
  const day = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });
  return `${day.format(new Date(`${date}T00:00:00Z`))} ${date} ${time.replace(/:00$/, '')} ${offset}`;
}

/** Returns how the clocks of the zone change between a tick and the previous one; null if they do not. */
export function changeBefore(ticks: readonly Tick[], index: number): 'forward' | 'back' | null {
  const before = ticks[index - 1];
  if (before === undefined) return null;
  const change =
    parseOffsetMinutes(parseTickOffset(ticks[index] ?? before)) -
    parseOffsetMinutes(parseTickOffset(before));
  if (change === 0) return null;
  return change > 0 ? 'forward' : 'back';
}

/** Returns the offset from UTC in minutes. */
function parseOffsetMinutes(offset: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function parseTickOffset({ local }: Tick): string {
  return /(?:Z|[+-]\d\d:\d\d)$/.exec(local)?.[0] ?? '';
}
