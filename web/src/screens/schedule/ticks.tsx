import type { SchedulePreview } from '../../api/types.js';
import { exactTime } from '../../texts/en/format.js';
import { texts } from '../../texts/en/schedules.js';
import { changeBefore, localTime } from './tick-times.js';

/** Ticks in the zone of their schedule and in the zone of the browser, with a note where the clocks change. */
export function Ticks({ ticks }: { ticks: SchedulePreview['next_times'] }) {
  if (ticks.length === 0) return <p className="quiet">{texts.noTicks}</p>;
  return (
    <ol className="ticks">
      {ticks.map((tick, index) => {
        const change = changeBefore(ticks, index);
        return (
          <li key={tick.utc}>
            <time dateTime={tick.utc}>{localTime(tick.local)}</time>{' '}
            <span className="quiet">{texts.here(exactTime(Date.parse(tick.utc)))}</span>
            {change !== null && <p className="quiet">{texts.clocksChange[change]}</p>}
          </li>
        );
      })}
    </ol>
  );
}
