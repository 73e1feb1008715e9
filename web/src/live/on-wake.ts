const LOOK_MS = 15_000;
/**
 * Gap between two timer ticks from which on the machine must have been asleep, in ms. Timers of a hidden tab tick once
 * a minute.
 */
const SLEPT_MS = 120_000;

/**
 * Calls `wake` after the machine has slept, which may silently break open connections. Returns a function that stops
 * it.
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
