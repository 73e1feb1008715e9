import { useSyncExternalStore } from 'react';
import { ago, exactTime } from '../texts/en/format.js';

const TICK_MS = 5_000;
let now = Date.now();

function subscribe(onTick: () => void): () => void {
  const timer = setInterval(() => {
    now = Date.now();
    onTick();
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** The present, in ms since the epoch, which moves on by itself every few seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** A time as the distance from now, with the exact one on hover and focus. */
export function When({ time }: { time: string }) {
  const at = Date.parse(time);
  return (
    <time dateTime={time} title={exactTime(at)}>
      {ago(at, Math.max(at, useNow()))}
    </time>
  );
}
