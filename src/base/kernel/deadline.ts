/** Delay of a timer from which the whole process is assumed to have been suspended (ms). */
const STOOD_STILL_MS = 100;
/** Turns of the event loop that are granted for reading what has arrived. Input may never cease. */
const TURNS = 16;

/**
 * Calls `onLate` after `ms`. A process that was suspended, as with its machine, runs its timers before it reads; what
 * arrived in time would count as late, so it is read first. Returns the function that cancels the deadline.
 */
export function startDeadline(ms: number, onLate: () => void): () => void {
  const due = performance.now() + ms;
  let turn: ReturnType<typeof setImmediate> | undefined;
  const pass = (left: number): void => {
    turn = setImmediate(() => (left === 0 ? onLate() : pass(left - 1)));
  };
  const timer = setTimeout(
    () => (performance.now() - due < STOOD_STILL_MS ? onLate() : pass(TURNS)),
    ms,
  );
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
}
