import { memo } from 'react';
import { visibleText } from '../../../parts/visible-text.js';
import { duration } from '../../../texts/en/format.js';
import { timelineTexts } from '../../../texts/en/timeline.js';
import type { Row } from './rows.js';
import { measureExtent, timeIn } from './spans.js';

const MOST = 200;

/** Table of the rows, for users who cannot see the canvas. */
export const TimelineTable = memo(function TimelineTable({
  rows,
  now,
}: {
  rows: readonly Row[];
  now: number;
}) {
  return (
    <div className="unseen">
      <table id="timeline-table" aria-label={timelineTexts.table}>
        <thead>
          <tr>
            {Object.values(timelineTexts.columns).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST).map((row) => (
            <tr key={row.id}>
              {row.kind === 'fold' ? (
                <td colSpan={5}>{timelineTexts.folded(row.spans.length)}</td>
              ) : (
                <>
                  <th scope="row">{visibleText(row.span.name)}</th>
                  <td>{row.span.status}</td>
                  <td>{duration(measureExtent(row.span, now)[0])}</td>
                  <td>{duration(timeIn(row.span, 'queued', now))}</td>
                  <td>
                    {duration(timeIn(row.span, 'running', now) + timeIn(row.span, 'waiting', now))}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
