import { visibleText } from '../../parts/visible-text.js';
import { texts } from '../../texts/en/schedules.js';
import type { CalendarRow, Slot } from './calendar.js';

const ROW = 22;
const TOP = 54;
const BARS = 34;
const NAMES = 150;
const WIDTH = 960;
const MOST_ROWS = 40;
const MOST_LETTERS = 20;
const HOUR_MS = 3_600_000;

interface Span {
  from: number;
  until: number;
  /** Distance between the labelled lines of the time axis, in ms. */
  mark: number;
  /** Length of a slot, in ms. */
  size: number;
}

/** Chart with a row of ticks per schedule, below bars with the number of schedules that tick in the same slot. */
export function CalendarChart({
  span,
  rows,
  slots,
}: {
  span: Span;
  rows: readonly CalendarRow[];
  slots: readonly Slot[];
}) {
  const { from, until } = span;
  const place = (at: number): number => NAMES + ((at - from) / (until - from)) * (WIDTH - NAMES);
  const shown = rows.slice(0, MOST_ROWS);
  const height = TOP + shown.length * ROW + 6;
  const most = Math.max(1, ...slots.map(({ ticks }) => countSchedules(ticks)));
  return (
    <div className="calendar" tabIndex={0} role="region" aria-label={texts.calendar.region}>
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={texts.calendar.picture(rows.length, most)}
      >
        {listTimeMarks(span).map(({ at, label }) => (
          <g key={at}>
            <line className="calendar-mark" x1={place(at)} x2={place(at)} y1={14} y2={height} />
            <text x={place(at) + 3} y={12}>
              {label}
            </text>
          </g>
        ))}
        {slots.map(({ from: at, ticks }) => {
          const count = countSchedules(ticks);
          const tall = (count / most) * BARS;
          return (
            count > 0 && (
              <rect
                key={at}
                className={count > 1 ? 'calendar-pile' : 'calendar-one'}
                x={place(at)}
                y={TOP - 4 - tall}
                width={Math.max(1, place(at + span.size) - place(at) - 0.5)}
                height={tall}
              >
                <title>{texts.calendar.together(count)}</title>
              </rect>
            )
          );
        })}
        {shown.map((row, index) => (
          <Row key={row.id} row={row} y={TOP + index * ROW} place={place} until={until} />
        ))}
      </svg>
      {rows.length > MOST_ROWS && (
        <p className="quiet">{texts.calendar.more(rows.length - MOST_ROWS)}</p>
      )}
    </div>
  );
}

function Row({
  row: { name, at, goesOn },
  y,
  place,
  until,
}: {
  row: CalendarRow;
  y: number;
  place: (at: number) => number;
  until: number;
}) {
  const middle = y + ROW / 2;
  const last = at.at(-1) ?? until;
  return (
    <g>
      <text x={0} y={middle + 4}>
        {visibleText(name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name)}
        <title>{visibleText(name)}</title>
      </text>
      <line className="calendar-row" x1={NAMES} x2={place(until)} y1={middle} y2={middle} />
      {goesOn && (
        <rect
          className="calendar-band"
          x={place(last)}
          y={middle - 3}
          width={Math.max(0, place(until) - place(last))}
          height={6}
        />
      )}
      {at.map((time) => (
        <rect
          key={time}
          className="calendar-tick"
          x={place(time) - 1.5}
          y={middle - 7}
          width={3}
          height={14}
        />
      ))}
    </g>
  );
}

/** Returns the lines of the time axis, at whole hours or days of the browser's clock. */
function listTimeMarks({ from, until, mark }: Span): { at: number; label: string }[] {
  const isDays = mark >= 24 * HOUR_MS;
  const first = new Date(from);
  first.setMinutes(0, 0, 0);
  if (isDays) first.setHours(0);
  const marks: { at: number; label: string }[] = [];
  for (
    const at = first;
    at.getTime() < until;
    // Uses calendar arithmetic, so that midnight stays midnight when the clocks change.
    isDays ? at.setDate(at.getDate() + 1) : at.setHours(at.getHours() + mark / HOUR_MS)
  )
    if (at.getTime() >= from)
      marks.push({
        at: at.getTime(),
        label: isDays ? texts.calendar.day(at) : texts.calendar.hour(at),
      });
  return marks;
}

function countSchedules(ticks: Slot['ticks']): number {
  return new Set(ticks.map(({ id }) => id)).size;
}
