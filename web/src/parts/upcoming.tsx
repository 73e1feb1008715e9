import { ago, exactTime } from '../texts/en/format.js';
import { useNow } from './when.js';

/** A time to come as the distance from now, with the exact one on hover; one that has passed as well. */
export function Upcoming({ time }: { time: string }) {
  const at = Date.parse(time);
  return (
    <time dateTime={time} title={exactTime(at)}>
      {ago(at, useNow())}
    </time>
  );
}
