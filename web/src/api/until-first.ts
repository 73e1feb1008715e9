/** A browser counts no longer than 24 days. */
const LONGEST_PAUSE_MS = 86_400_000;
/** The time that the server takes once one is due, ms. */
const MOMENT_MS = 1_000;

interface Pauses {
  /** ms. */
  least: number;
  /** ms; a day by default. */
  most?: number;
}

/**
 * Returns the ms after which a list is read again whose entries change at some times, null for one that does not change; false where none
 * is to come. What is overdue waits for something else: it is read again the less often the longer that takes.
 */
export function untilFirst(
  times: readonly (string | number | null)[],
  { least, most = LONGEST_PAUSE_MS }: Pauses,
): number | false {
  const now = Date.now();
  const pauses = times.flatMap((time) => {
    if (time === null) return [];
    const ms = new Date(time).getTime() - now;
    return Math.max(least, ms < 0 ? -ms : ms + MOMENT_MS);
  });
  return pauses.length > 0 && Math.min(most, ...pauses);
}
