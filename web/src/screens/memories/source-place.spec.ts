import { expect, it } from '@jest/globals';
import type { MemorySource } from '../../api/types.js';
import { locateSource } from './source-place.js';

const SOURCE: MemorySource = {
  task_id: 't',
  task_deleted: false,
  attempt: 1,
  step_id: null,
  pointer: null,
  quote: null,
  file_path: null,
  first_line: null,
  last_line: null,
  created_at: '2026-01-01T00:00:00Z',
};

it('a memory source leads to the part of its run, and to its words in the log', () => {
  const at = (part: Partial<MemorySource>) => locateSource({ ...SOURCE, ...part });
  expect(at({ pointer: '/params' }).search).toEqual({ tab: 'data' });
  expect(at({ pointer: '/log', quote: 'disk is full\nand more' })).toEqual({
    what: 'log',
    search: { tab: 'logs', q: 'disk is full' },
  });
  expect(at({ pointer: '/steps/0', step_id: 's' }).search).toEqual({ tab: 'timeline', span: 's' });
  expect(at({ pointer: '/approvals/0/comment' }).what).toBe('approval');
  expect(at({}).what).toBe('run');
});
