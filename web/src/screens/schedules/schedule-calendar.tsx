import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { upcomingQuery } from '../../api/schedules.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Skeleton } from '../../parts/skeleton.js';
import { useProject } from '../../parts/use-project.js';
import { UserText } from '../../parts/user-text.js';
import { visibleText } from '../../parts/visible-text.js';
import { exactTime } from '../../texts/en/format.js';
import { texts } from '../../texts/en/schedules.js';
import {
  type CalendarRow,
  clockChanges,
  selectPiles,
  buildCalendarRows,
  type Slot,
  buildSlots,
  computeCalendarSpan,
} from './calendar.js';
import { CalendarChart } from './calendar-chart.js';

const HOUR_MS = 3_600_000;
const SPANS = {
  day: { ms: 24 * HOUR_MS, size: HOUR_MS / 4, mark: 3 * HOUR_MS },
  week: { ms: 7 * 24 * HOUR_MS, size: HOUR_MS, mark: 24 * HOUR_MS },
} as const;
const MOST_PILES = 8;

/** Calendar of the ticks of the next day or week, with the times at which several schedules tick. */
export function ScheduleCalendar({
  view,
  type,
}: {
  view: keyof typeof SPANS;
  type?: string | undefined;
}) {
  const { project } = useProject();
  const { size, mark } = SPANS[view];
  const [{ from, until }] = useState(() => computeCalendarSpan(Date.now(), SPANS[view]));
  const query = useQuery(upcomingQuery(project.id, new Date(until).toISOString()));
  if (query.isPending) return <Skeleton label={texts.loading} />;
  if (query.isError) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  const ticks = query.data.ticks
    .filter((one) => type === undefined || one.task_type_identifier === type)
    .map(({ schedule_id: id, name, at }) => ({ id, name, at: Date.parse(at) }));
  if (ticks.length === 0) return <p className="quiet">{texts.calendar.none}</p>;
  const knownUntil = Date.parse(query.data.until);
  const rows = buildCalendarRows(ticks, query.data.goes_on);
  const slots = buildSlots(ticks, { from, until, size });
  const changes = clockChanges(from, until);
  return (
    <div className="column calendar-parts">
      <CalendarChart span={{ from, until, mark, size }} rows={rows} slots={slots} />
      {knownUntil < until && (
        <p className="quiet">{texts.calendar.knownUntil(exactTime(knownUntil))}</p>
      )}
      {changes.map((at) => (
        <p key={at} className="note">
          {texts.calendar.clocksChange(exactTime(at))}
        </p>
      ))}
      <Piles piles={selectPiles(slots)} size={size} />
      <TicksTable rows={rows} project={project.slug} />
    </div>
  );
}

/** Slots in which several schedules tick. */
function Piles({ piles, size }: { piles: readonly Slot[]; size: number }) {
  return (
    <section className="panel" aria-labelledby="piles">
      <h2 id="piles">{texts.calendar.piles}</h2>
      {piles.length === 0 && <p className="quiet">{texts.calendar.noPiles}</p>}
      {piles.length > 0 && (
        <ul className="values">
          {piles.slice(0, MOST_PILES).map(({ from, ticks }) => (
            <li key={from}>
              <time dateTime={new Date(from).toISOString()}>{exactTime(from)}</time>{' '}
              {texts.calendar.within(size / 60_000)}{' '}
              <bdi>{visibleText([...new Set(ticks.map(({ name }) => name))].join(', '))}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Table of the ticks for screen readers. */
function TicksTable({ rows, project }: { rows: readonly CalendarRow[]; project: string }) {
  return (
    <details>
      <summary>{texts.calendar.asTable}</summary>
      <div className="wide" tabIndex={0} role="region" aria-label={texts.calendar.asTable}>
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">{texts.columns.name}</th>
              <th scope="col">{texts.calendar.ticks}</th>
              <th scope="col">{texts.calendar.first}</th>
              <th scope="col">{texts.calendar.last}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, at, goesOn }) => (
              <tr key={id}>
                <th scope="row">
                  <Link to="/p/$project/schedules/$schedule" params={{ project, schedule: id }}>
                    <UserText>{name}</UserText>
                  </Link>
                </th>
                <td>{texts.calendar.count(at.length, goesOn)}</td>
                <td>{exactTime(at[0] ?? 0)}</td>
                <td>{goesOn ? texts.calendar.goesOn : exactTime(at.at(-1) ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
