/** One day, since timers of browsers overflow after 24 days. */
const LONGEST_PAUSE_MS = 86_400_000;
/** Time that the server needs to process a due entry, in ms. */
const MOMENT_MS = 1_000;

interface Pauses {
  /** Shortest pause, in ms. */
  least: number;
  /** Longest pause, in ms. Default: one day. */
  most?: number;
}

/**
 * Returns the time in ms until the first of several times, at which a list is worth reading again; false if there is
 * none. A time of null marks an entry that does not change. An overdue entry is waiting for something else, so its
 * pauses grow with the time since it was due.
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
