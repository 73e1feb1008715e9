/** A timer that fires so late was held up with its whole process (ms). */
const STOOD_STILL_MS = 100;
/** Turns of the event loop in which what had arrived meanwhile is read. More may always come. */
const TURNS = 16;

/**
 * Calls `onLate` after `ms`. A process that stood still, as with its machine, runs its timers first and reads afterwards: what arrived in
 * time would count as late, so it is read before. Returns the function that ends the deadline.
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
