import { useSyncExternalStore } from 'react';
import { ago, clockTime, exactTime } from '../texts/en/format.js';

/** Returns a hook for the current time in ms since the epoch, which updates itself. */
function ticker(everyMs: number): () => number {
  let now = Date.now();
  const subscribe = (onTick: () => void): (() => void) => {
    const timer = setInterval(() => {
      now = Date.now();
      onTick();
    }, everyMs);
    return () => clearInterval(timer);
  };
  const current = (): number => {
    // While nothing subscribes, no timer updates it.
    if (Date.now() - now > everyMs) now = Date.now();
    return now;
  };
  return () => useSyncExternalStore(subscribe, current);
}

/** The current time, updated often enough for lists. */
export const useNow = ticker(5_000);

/** The current time, updated often enough for a countdown. */
export const useSecond = ticker(500);

/** A time relative to now, with the exact time on hover and focus. */
export function When({ time }: { time: string }) {
  const at = Date.parse(time);
  return (
    <time dateTime={time} title={exactTime(at)}>
      {ago(at, Math.max(at, useNow()))}
    </time>
  );
}

/** A time of day, with the full time on hover. */
export function Clock({ time }: { time: string }) {
  const at = Date.parse(time);
  return (
    <time dateTime={time} title={exactTime(at)} className="clock">
      {clockTime(at)}
    </time>
  );
}
