/** A tick, ms. */
export interface Tick {
  id: string;
  name: string;
  at: number;
}

/** The ticks of one schedule. */
export interface CalendarRow {
  id: string;
  name: string;
  at: readonly number[];
  /** It has more ticks than were read, so that it goes on to the end. */
  goesOn: boolean;
}

/** A part of the time with the ticks in it. */
export interface Slot {
  from: number;
  ticks: readonly Tick[];
}

/** So many ticks of different schedules at one time are worth a word. */
const PILE = 2;

/**
 * Returns the time that is shown for the `ms` to come, in slots of `size` ms. It begins with the slot that goes on, so that
 * the address of what is read stays for as long, and ends with a whole one, so that no tick within `ms` is left out.
 */
export function spanOf(now: number, { ms, size }: { ms: number; size: number }) {
  const from = Math.floor(now / size) * size;
  return { from, until: from + ms + size, size };
}

/** Returns the schedules in the order of their first ticks. */
export function rowsOf(ticks: readonly Tick[], goesOn: readonly string[]): CalendarRow[] {
  const rows = new Map<string, { id: string; name: string; at: number[] }>();
  for (const { id, name, at } of ticks) {
    const row = rows.get(id) ?? { id, name, at: [] };
    row.at.push(at);
    rows.set(id, row);
  }
  return [...rows.values()].map((row) => ({ ...row, goesOn: goesOn.includes(row.id) }));
}

/** Returns the time in slots of equal length, each with its ticks. */
export function slotsOf(
  ticks: readonly Tick[],
  { from, until, size }: { from: number; until: number; size: number },
): Slot[] {
  const slots: { from: number; ticks: Tick[] }[] = [];
  for (let at = from; at < until; at += size) slots.push({ from: at, ticks: [] });
  for (const tick of ticks) slots[Math.floor((tick.at - from) / size)]?.ticks.push(tick);
  return slots;
}

/** Returns the slots in which several schedules tick, the fullest first. */
export function pilesOf(slots: readonly Slot[]): Slot[] {
  const count = ({ ticks }: Slot): number => new Set(ticks.map(({ id }) => id)).size;
  return slots
    .filter((slot) => count(slot) >= PILE)
    .toSorted((one, other) => count(other) - count(one) || one.from - other.from);
}

/** Returns the times at which the clocks here change between two times, by their distance to UTC. */
export function clockChanges(from: number, until: number, offset = offsetOf): number[] {
  const HOUR = 3_600_000;
  const changes: number[] = [];
  for (let at = from; at + HOUR <= until; at += HOUR)
    if (offset(at) !== offset(at + HOUR)) changes.push(at + HOUR);
  return changes;
}

function offsetOf(at: number): number {
  return new Date(at).getTimezoneOffset();
}
