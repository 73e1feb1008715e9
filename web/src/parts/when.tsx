import { useSyncExternalStore } from 'react';
import { ago, clockTime, exactTime } from '../texts/en/format.js';

/** Returns a hook of the present, in ms since the epoch, which moves on by itself. */
function ticker(everyMs: number): () => number {
  let now = Date.now();
  const subscribe = (onTick: () => void): (() => void) => {
    const timer = setInterval(() => {
      now = Date.now();
      onTick();
    }, everyMs);
    return () => clearInterval(timer);
  };
  const current = (): number => now;
  return () => useSyncExternalStore(subscribe, current);
}

/** The present, as far as lists need it. */
export const useNow = ticker(5_000);

/** The present, for what is looked at closely. */
export const useSecond = ticker(500);

/** A time as the distance from now, with the exact one on hover and focus. */
export function When({ time }: { time: string }) {
  const at = Date.parse(time);
  return (
    <time dateTime={time} title={exactTime(at)}>
      {ago(at, Math.max(at, useNow()))}
    </time>
  );
}

/** A time of the day, with the whole one on hover. */
export function Clock({ time }: { time: string }) {
  const at = Date.parse(time);
  return (
    <time dateTime={time} title={exactTime(at)} className="clock">
      {clockTime(at)}
    </time>
  );
}
