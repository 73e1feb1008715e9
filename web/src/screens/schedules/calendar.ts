/** Tick of a schedule; `at` is in ms since the epoch. */
export interface Tick {
  id: string;
  name: string;
  at: number;
}

/** Ticks of a schedule. */
export interface CalendarRow {
  id: string;
  name: string;
  at: readonly number[];
  /** True if the schedule has more ticks than were read, so that the row continues to the end. */
  goesOn: boolean;
}

/** Part of the time range, with its ticks. */
export interface Slot {
  from: number;
  ticks: readonly Tick[];
}

/** Minimum number of schedules in a slot that is reported. */
const PILE = 2;

/**
 * Returns the time range that covers the next `ms`, in slots of `size` ms. It starts with the current slot, so that the
 * address of the request stays the same during a slot, and ends with a whole slot, so that no tick within `ms` is
 * omitted.
 */
export function computeCalendarSpan(now: number, { ms, size }: { ms: number; size: number }) {
  const from = Math.floor(now / size) * size;
  return { from, until: from + ms + size, size };
}

/** Returns a row per schedule, in the order of their first ticks. */
export function buildCalendarRows(
  ticks: readonly Tick[],
  goesOn: readonly string[],
): CalendarRow[] {
  const rows = new Map<string, { id: string; name: string; at: number[] }>();
  for (const { id, name, at } of ticks) {
    const row = rows.get(id) ?? { id, name, at: [] };
    row.at.push(at);
    rows.set(id, row);
  }
  return [...rows.values()].map((row) => ({ ...row, goesOn: goesOn.includes(row.id) }));
}

/** Divides a time range into slots of equal length, and assigns each tick to its slot. */
export function buildSlots(
  ticks: readonly Tick[],
  { from, until, size }: { from: number; until: number; size: number },
): Slot[] {
  const slots: { from: number; ticks: Tick[] }[] = [];
  for (let at = from; at < until; at += size) slots.push({ from: at, ticks: [] });
  for (const tick of ticks) slots[Math.floor((tick.at - from) / size)]?.ticks.push(tick);
  return slots;
}

/** Returns the slots in which several schedules tick, those with the most schedules first. */
export function selectPiles(slots: readonly Slot[]): Slot[] {
  const count = ({ ticks }: Slot): number => new Set(ticks.map(({ id }) => id)).size;
  return slots
    .filter((slot) => count(slot) >= PILE)
    .toSorted((one, other) => count(other) - count(one) || one.from - other.from);
}

/**
 * Returns the times in a range at which the browser's clock changes, detected by its offset from UTC. The range begins
 * with a quarter of an hour, as every clock change does.
 */
export function clockChanges(from: number, until: number, offset = getUtcOffset): number[] {
  const QUARTER = 900_000;
  const changes: number[] = [];
  for (let at = from + QUARTER; at <= until; at += QUARTER)
    if (offset(at - QUARTER) !== offset(at)) changes.push(at);
  return changes;
}

function getUtcOffset(at: number): number {
  return new Date(at).getTimezoneOffset();
}
