import { ago, exactTime } from '../texts/en/format.js';
import { useNow } from './when.js';

/** A future time relative to now, with the exact time on hover. It may have passed in the meantime. */
export function Upcoming({ time }: { time: string }) {
  const at = Date.parse(time);
  return (
    <time dateTime={time} title={exactTime(at)}>
      {ago(at, useNow())}
    </time>
  );
}
