import { expect, it } from '@jest/globals';
import type { Task } from '../../api/types.js';
import { computeRunFigures } from './run-figures.js';

const run = (status: string, ms: number | null): Task =>
  ({
    status,
    started_at: ms === null ? null : '2026-01-01T00:00:00.000Z',
    finished_at: new Date(Date.UTC(2026, 0, 1) + (ms ?? 0)).toISOString(),
  }) as Task;

it('the figures count ended runs, and the times only those that had started', () => {
  const runs = [run('success', 10), run('failed', 30), run('success', 20), run('cancelled', null)];
  const running = { status: 'running', started_at: null, finished_at: null } as Task;
  expect(computeRunFigures([...runs, running])).toEqual({ ended: 4, failed: 1, p50: 20, p95: 30 });
  expect(computeRunFigures([running])).toEqual({ ended: 0, failed: 0, p50: null, p95: null });
});
