import type { Row } from './rows.js';
import { measureExtent, type Segment, type Span } from './spans.js';

/** Visible range of time, in ms. */
export interface Range {
  from: number;
  to: number;
}

/** Bar to draw; `x` is in px from the start of the chart. */
export interface Bar {
  x: number;
  width: number;
  state: Segment['state'];
  look: 'failed' | 'cancelled' | 'open' | 'done';
}

export const ROW = 26;
const LEAST_WIDTH = 2;
const STEPS = [1, 2, 5];

/** Returns the bars of a row for a chart of the given width, clipped to the range. */
export function computeBars(row: Row, range: Range, width: number, now: number): Bar[] {
  const spans = row.kind === 'span' ? [row.span] : row.spans;
  const bars = spans.flatMap((span) =>
    span.segments.flatMap((segment) => computeSegmentBars(span, segment, range, width, now)),
  );
  return row.kind === 'span' ? bars : withoutOverlaps(bars);
}

function computeSegmentBars(
  { status, segments }: Span,
  segment: Segment,
  range: Range,
  width: number,
  now: number,
): Bar[] {
  const { state, from, to } = segment;
  const end = to ?? Math.max(now, from);
  if (end < range.from || from > range.to) return [];
  const scale = width / Math.max(1, range.to - range.from);
  const x = Math.max(0, (from - range.from) * scale);
  const right = Math.min(width, (end - range.from) * scale);
  // Queue time too short to be visible is omitted; the bar of the next state shows the span.
  if (state === 'queued' && right - x < 0.5) return [];
  const shown = Math.max(LEAST_WIDTH, right - x);
  // Only the last segment of a span has the look of its status.
  const look = segment === segments.at(-1) ? toBarLook(status) : 'done';
  return [{ x: Math.min(x, width - LEAST_WIDTH), width: shown, state, look }];
}

function toBarLook(status: Span['status']): Bar['look'] {
  if (status === 'failed' || status === 'cancelled') return status;
  return status === 'success' ? 'done' : 'open';
}

/** Merges bars of the same state that touch or overlap. */
function withoutOverlaps(bars: readonly Bar[]): Bar[] {
  const merged: Bar[] = [];
  for (const [, ofState] of Map.groupBy(bars, ({ state }) => state)) {
    let last: Bar | undefined;
    for (const bar of ofState.toSorted((one, other) => one.x - other.x)) {
      if (last !== undefined && bar.x <= last.x + last.width + 1)
        last.width = Math.max(last.width, bar.x + bar.width - last.x);
      else merged.push((last = { ...bar }));
    }
  }
  // Queued bars are drawn first, behind the others.
  return merged.toSorted((one, other) => order(one) - order(other) || one.x - other.x);
}

function order({ state }: Bar): number {
  return state === 'queued' ? 0 : 1;
}

/** Returns the range from 0 to the end of the last span. */
export function wholeRange(spans: readonly Span[], now: number): Range {
  let to = 1;
  for (const span of spans) to = Math.max(to, measureExtent(span, now)[1]);
  return { from: 0, to };
}

/** Returns round times for the axis, at least `apart` px from each other. */
export function computeTicks({ from, to }: Range, width: number, apart: number): number[] {
  const least = ((to - from) * apart) / Math.max(1, width);
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const step = (STEPS.find((factor) => factor * power >= least) ?? 10) * power;
  const ticks: number[] = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick);
  return ticks;
}

/** Returns the indexes of the first visible row and of the one after the last. */
export function seenRows(count: number, top: number, height: number): [number, number] {
  const first = Math.max(0, Math.floor(top / ROW));
  return [first, Math.min(count, Math.ceil((top + height) / ROW))];
}
