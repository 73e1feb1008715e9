const LOOK_MS = 15_000;
/** Timers that were silent for so long were asleep with the machine; those of a hidden tab tick once a minute. */
const SLEPT_MS = 120_000;

/**
 * Calls `wake` when the machine was asleep: a connection that was open then may be dead, and nothing says so. Returns how to end it.
 */
export function onWake(wake: () => void): () => void {
  let looked = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    const slept = now - looked > SLEPT_MS;
    looked = now;
    if (slept) wake();
  }, LOOK_MS);
  return () => clearInterval(timer);
}
