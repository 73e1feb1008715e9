interface Tick {
  local: string;
}

/** Returns a time of a zone for reading: "Sun 2026-03-29 03:00 +02:00". */
export function localTime(local: string): string {
  const [, date = '', time = '', offset = ''] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)(.*)$/.exec(local) ?? [];
  const day = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });
  return `${day.format(new Date(`${date}T00:00:00Z`))} ${date} ${time.replace(/:00$/, '')} ${offset}`;
}

/** Returns whether the zone's distance to UTC differs from that at the tick before. */
export function changesBefore(ticks: readonly Tick[], index: number): boolean {
  const before = ticks[index - 1];
  return before !== undefined && offsetOf(before) !== offsetOf(ticks[index] ?? before);
}

function offsetOf({ local }: Tick): string {
  return /(?:Z|[+-]\d\d:\d\d)$/.exec(local)?.[0] ?? '';
}
