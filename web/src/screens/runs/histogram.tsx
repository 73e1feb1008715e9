import { type PointerEvent, useState } from 'react';
import type { RunsFilter } from '../../api/runs-filter.js';
import { BUCKET_MS } from '../../api/runs-span.js';
import type { Stats, TaskStatus } from '../../api/types.js';
import { texts } from '../../texts/en.js';
import { exactTime } from '../../texts/en/format.js';
import { listTexts } from '../../texts/en/runs.js';
import { HistogramTable } from './histogram-table.js';
import { countByStatus, partAt, computeBucketRange, sumCounts } from './histogram-range.js';

const words = listTexts.histogram;
const HEIGHT = 100;
/** Share of its bucket's width that a bar fills. */
const WIDTH = 0.86;
/** Order from bottom to top; failed runs are at the top, where they stand out. */
const STACK: readonly TaskStatus[] = [
  'success',
  'cancelled',
  'pending',
  'waiting',
  'running',
  'failed',
];

/** Bar chart of runs over time, by status. Dragging over bars filters the list by their time. */
export function Histogram({
  stats,
  filter,
  onNarrow,
}: {
  /** Null if the range of time is too long; undefined while the figures are loaded. */
  stats: Stats | null | undefined;
  filter: RunsFilter;
  onNarrow: (range: Pick<RunsFilter, 'since' | 'until'>) => void;
}) {
  if (stats === null) return <p className="quiet">{words.tooLong}</p>;
  if (stats === undefined)
    return <div className="histogram histogram-empty" role="status" aria-label={words.loading} />;
  const bucketMs = measureBucket(stats);
  const counts = countByStatus(stats);
  const sum = words.sum(sumCounts(counts), counts.failed, spanText(filter));
  const narrow = (one: number, other: number): void => {
    const range = computeBucketRange(stats.buckets, one, other, bucketMs, Date.now());
    if (range !== null) onNarrow(range);
  };
  return (
    <figure className="histogram" aria-label={words.title}>
      <Bars stats={stats} label={`${words.label}. ${sum}`} onNarrow={narrow} />
      <figcaption className="quiet">
        <span>{exactTime(Date.parse(stats.buckets[0]?.from ?? stats.since))}</span>
        <span>
          {sum} <span className="histogram-hint">· {words.withChildren}</span>
          <span className="histogram-hint histogram-drag"> · {words.drag}</span>
          {stats.complete_from !== null && (
            <> · {words.incomplete(exactTime(Date.parse(stats.complete_from)))}</>
          )}
        </span>
        <span>{exactTime(Date.parse(stats.until))}</span>
      </figcaption>
      <HistogramTable stats={stats} onNarrow={(index) => narrow(index, index)} />
    </figure>
  );
}

function Bars({
  stats: { buckets },
  label,
  onNarrow,
}: {
  stats: Stats;
  label: string;
  onNarrow: (one: number, other: number) => void;
}) {
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const most = Math.max(1, ...buckets.map(sumCounts));
  const indexAt = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return partAt((clientX - left) / Math.max(1, width), buckets.length);
  };
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(1, buckets.length)} ${HEIGHT}`}
      preserveAspectRatio="none"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const index = indexAt(event);
        setDrag({ from: index, to: index });
      }}
      onPointerMove={(event) => {
        if (drag !== null) setDrag({ ...drag, to: indexAt(event) });
      }}
      onPointerUp={(event) => {
        if (drag !== null) onNarrow(drag.from, indexAt(event));
        setDrag(null);
      }}
      onPointerCancel={() => setDrag(null)}
    >
      {drag !== null && (
        <rect
          className="histogram-range"
          x={Math.min(drag.from, drag.to)}
          width={Math.abs(drag.to - drag.from) + 1}
          y={0}
          height={HEIGHT}
        />
      )}
      {buckets.map((bucket, index) => {
        let top = HEIGHT;
        return (
          <g key={bucket.from}>
            <title>{formatBucketTitle(bucket)}</title>
            <rect className="histogram-place" x={index} width={1} y={0} height={HEIGHT} />
            {STACK.filter((status) => bucket[status] > 0).map((status) => {
              const height = (HEIGHT * bucket[status]) / most;
              top -= height;
              return (
                <rect
                  key={status}
                  className={`status-${status}`}
                  x={index + (1 - WIDTH) / 2}
                  width={WIDTH}
                  y={top}
                  height={height}
                />
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}

function formatBucketTitle(bucket: Stats['buckets'][number]): string {
  const parts = STACK.filter((status) => bucket[status] > 0).map(
    (status) => `${bucket[status]} ${texts.run.status[status]}`,
  );
  return [exactTime(Date.parse(bucket.from)), ...parts].join(' · ');
}

/** Returns the size of the buckets, in ms. A single bucket covers an hour. */
function measureBucket({ buckets: [first, second] }: Stats): number {
  if (first === undefined || second === undefined) return BUCKET_MS.hour;
  return Date.parse(second.from) - Date.parse(first.from);
}

function spanText({ since, until, type }: RunsFilter): string {
  const span = until === undefined ? since : '';
  const time =
    span === undefined
      ? words.spans.day
      : (Object.entries(texts.run.spans).find(([name]) => name === span)?.[1] ?? words.spans.range);
  return type === undefined ? time : `${words.ofType(type)} ${time}`;
}
