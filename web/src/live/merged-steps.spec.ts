import { expect, it } from '@jest/globals';
import type { Step } from '../api/types.js';
import { mergedSteps, settledBefore } from './merged-steps.js';

const step = (position: number, status: Step['status']): Step => ({
  id: String(position),
  position,
  kind: 'step',
  name: 'a',
  occurrence: position,
  ordered: true,
  status,
  attempts: 1,
  result: null,
  error: null,
  detail: null,
  started_at: '2026-01-01T00:00:00.000Z',
  finished_at: status === 'success' ? '2026-01-01T00:00:01.000Z' : null,
  duration_ms: null,
  wake_at: null,
  attempts_at: [],
  code_at: null,
});

it('steps are read again from the first one that has not ended', () => {
  expect(settledBefore([])).toBeUndefined();
  expect(settledBefore([step(0, 'running')])).toBeUndefined();
  expect(settledBefore([step(0, 'success'), step(1, 'waiting'), step(2, 'success')])).toBe(0);
  expect(settledBefore([step(0, 'success'), step(1, 'success')])).toBe(1);
});

it('steps that are read again replace the earlier ones', () => {
  const before = { items: [step(0, 'success'), step(1, 'running')], truncated: false };
  const fresh = { items: [step(1, 'success'), step(2, 'running')], truncated: false };
  expect(mergedSteps(before, 0, fresh).items.map(({ status }) => status)).toEqual([
    'success',
    'success',
    'running',
  ]);
  expect(mergedSteps(before, undefined, fresh).items).toEqual(fresh.items);
});
