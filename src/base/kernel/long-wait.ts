/** Waits up to this long are not reported (ms). */
const SILENT_MS = 2_000;

/** Calls `say` if `work` takes longer than two seconds. */
export function whenLong(work: Promise<unknown>, say: () => void): void {
  const timer = setTimeout(say, SILENT_MS);
  // A process that has failed in the meantime ends at once.
  timer.unref();
  const end = (): void => clearTimeout(timer);
  work.then(end, end);
}
