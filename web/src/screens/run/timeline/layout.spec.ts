import { describe, expect, it } from '@jest/globals';
import type { Step, Tree, TreeTask } from '../../../api/types.js';
import { computeBars, seenRows, computeTicks, wholeRange } from './layout.js';
import { type Row, buildRows } from './rows.js';
import { measureExtent, type Span, buildSpans, timeIn } from './spans.js';

const ZERO = Date.UTC(2026, 0);
const time = (ms: number): string => new Date(ZERO + ms).toISOString();
const span = (id: string, name: string, from: number, to: number | null, more = {}): Span => ({
  id,
  parent: 'run',
  depth: 1,
  kind: 'step',
  name,
  status: to === null ? 'running' : 'success',
  segments: [{ state: 'running', from, to }],
  attempts: 1,
  error: null,
  task: null,
  step: null,
  ...more,
});
const ROOT = span('run', 'Run', 0, 100, { parent: null, depth: 0, kind: 'run' });
const none = { open: new Set<string>() };
const names = (rows: readonly Row[]): string[] =>
  rows.map((row) => (row.kind === 'span' ? row.span.name : `${row.spans.length} more`));

describe('the spans of a run', () => {
  const run = {
    id: 'run',
    name: 'Run',
    status: 'running',
    created_at: time(0),
    attempt: 1,
    error_message: null,
  } as const;
  const step = (id: string, more: Partial<Step>): Step =>
    ({
      id,
      name: id,
      kind: 'step',
      status: 'success',
      attempts: 1,
      error: null,
      detail: null,
      started_at: time(10),
      finished_at: time(20),
      ...more,
    }) as Step;
  const task = (id: string, parent: string, more: Partial<TreeTask> = {}): TreeTask =>
    ({
      id,
      parent_id: parent,
      name: id,
      status: 'success',
      created_at: time(20),
      started_at: time(50),
      finished_at: time(60),
      error_message: null,
      ...more,
    }) as TreeTask;
  const tree: Tree = {
    tasks: [
      task('run', ''),
      task('child', 'run'),
      task('below', 'child'),
      task('other', 'run', { started_at: null, finished_at: null, status: 'pending' }),
    ],
    truncated: false,
  };
  const spans = buildSpans(
    run,
    [],
    [
      step('first', {}),
      step('asks', { kind: 'task', detail: { task_id: 'child' } }),
      step('sleep', { kind: 'sleep', status: 'waiting', finished_at: null }),
    ],
    tree,
  );

  it('the spans of a run are its steps, with children in place of the steps that wait for them', () => {
    expect(spans.map(({ id, parent, depth }) => [id, parent, depth])).toEqual([
      ['run', null, 0],
      ['first', 'run', 1],
      ['child', 'run', 1],
      ['below', 'child', 2],
      ['sleep', 'run', 1],
      ['other', 'run', 1],
    ]);
  });

  it('each span shows when it was queued, running and waiting', () => {
    expect(spans[2]?.segments).toEqual([
      { state: 'queued', from: 20, to: 50 },
      { state: 'running', from: 50, to: 60 },
    ]);
    expect(spans[4]?.segments).toEqual([{ state: 'waiting', from: 10, to: null }]);
    expect(spans[5]?.segments).toEqual([{ state: 'queued', from: 20, to: null }]);
    expect(timeIn(spans[5] as Span, 'queued', 100)).toBe(80);
    expect(measureExtent(spans[4] as Span, 70)).toEqual([10, 70]);
  });
});

describe('the rows of a timeline', () => {
  const many = Array.from({ length: 10 }, (_, index) =>
    span(`s${index}`, `label ${index}`, index, index + 1, index === 4 ? { status: 'failed' } : {}),
  );

  it('rows fold successes whose names differ only in numbers, never failures or running spans', () => {
    const rows = buildRows([ROOT, ...many, span('x', 'label 99', 20, null)], none, 100);
    expect(names(rows)).toEqual(['Run', 'label 0', 'label 1', '7 more', 'label 4', 'label 99']);
    const [, , , fold] = rows;
    const open = buildRows([ROOT, ...many], { open: new Set([fold?.id ?? '']) }, 100);
    expect(names(open)).toHaveLength(12);
    expect(names(open).slice(3, 6)).toEqual(['7 more', 'label 2', 'label 3']);
  });

  it('rows can be filtered by state and name, and sorted by duration', () => {
    const spans = [ROOT, ...many, span('x', 'other', 0, null)];
    expect(names(buildRows(spans, { ...none, only: 'failed' }, 50))).toEqual(['label 4']);
    expect(names(buildRows(spans, { ...none, only: 'now' }, 50))).toEqual(['other']);
    expect(names(buildRows(spans, { ...none, name: 'OTH' }, 50))).toEqual(['other']);
    expect(names(buildRows(spans, { ...none, sort: 'duration' }, 50)).slice(0, 2)).toEqual([
      'Run',
      'other',
    ]);
  });
});

describe('the layout of a row', () => {
  const row = (one: Span): Row => ({ kind: 'span', id: one.id, depth: 1, span: one });

  it('the bars of a row stay within the visible part of the time', () => {
    const one = span('a', 'a', 50, 150);
    expect(computeBars(row(one), { from: 0, to: 200 }, 400, 0)).toMatchObject([
      { x: 100, width: 200 },
    ]);
    expect(computeBars(row(one), { from: 100, to: 200 }, 400, 0)).toMatchObject([
      { x: 0, width: 200 },
    ]);
    expect(computeBars(row(one), { from: 160, to: 200 }, 400, 0)).toEqual([]);
    expect(computeBars(row(span('b', 'b', 50, null)), { from: 0, to: 100 }, 100, 80)).toMatchObject(
      [{ x: 50, width: 30, look: 'open' }],
    );
  });

  it('a bar remains visible however short its span is, even at the end', () => {
    expect(computeBars(row(span('a', 'a', 100, 100)), { from: 0, to: 100 }, 300, 0)).toMatchObject([
      { x: 298, width: 2 },
    ]);
  });

  it('only the last segment of a failed span looks failed', () => {
    const segments = [
      { state: 'running', from: 0, to: 50 },
      { state: 'waiting', from: 50, to: 60 },
      { state: 'running', from: 60, to: 100 },
    ] as const;
    const bars = computeBars(
      row(span('a', 'a', 0, 100, { status: 'failed', segments })),
      { from: 0, to: 100 },
      100,
      100,
    );
    expect(bars.map(({ look }) => look)).toEqual(['done', 'done', 'failed']);
  });

  it('a row of many spans has few bars', () => {
    const spans = Array.from({ length: 1_000 }, (_, index) => span('a', 'a', index, index + 1));
    const fold: Row = { kind: 'fold', id: 'f', depth: 1, spans, open: false };
    expect(computeBars(fold, { from: 0, to: 2_000 }, 400, 0)).toMatchObject([
      { x: 0, width: 201.8 },
    ]);
  });
});

describe('the axis', () => {
  it.each([
    [{ from: 0, to: 10_000 }, 800, 100, [0, 2_000, 4_000, 6_000, 8_000, 10_000]],
    [{ from: 1_500, to: 1_600 }, 500, 100, [1_500, 1_520, 1_540, 1_560, 1_580, 1_600]],
    [{ from: 0, to: 1 }, 100, 100, [0, 1]],
  ])('the axis of %j in %i px has round times', (range, width, apart, expected) => {
    expect(computeTicks(range, width, apart)).toEqual(expected);
  });

  it('the axis ends with the last span, or now while a span is open', () => {
    expect(wholeRange([span('a', 'a', 5, 10)], 99)).toEqual({ from: 0, to: 10 });
    expect(wholeRange([span('a', 'a', 5, null)], 99)).toEqual({ from: 0, to: 99 });
    expect(wholeRange([], 99)).toEqual({ from: 0, to: 1 });
  });
});

it('the visible rows are those within the window', () => {
  expect(seenRows(10_000, 0, 520)).toEqual([0, 20]);
  expect(seenRows(10_000, 27, 520)).toEqual([1, 22]);
  expect(seenRows(3, 0, 520)).toEqual([0, 3]);
});
