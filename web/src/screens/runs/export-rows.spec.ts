import { expect, it } from '@jest/globals';
import type { Task } from '../../api/types.js';
import { formatExportHead, formatExportLines } from './export-rows.js';

const TASK = {
  id: 'a',
  name: '=cmd|calc',
  status: 'failed',
  progress: 0,
  current_phase: null,
  task_type: 'x',
  created_at: '2026-01-01T00:00:00.000Z',
  started_at: null,
  finished_at: null,
  error_message: 'one "two"\nthree',
  created_by: { kind: 'user', id: 'u', name: 'Ada' },
} satisfies Task;

it('a CSV line has a cell for each column of the header', () => {
  const head = formatExportHead('csv');
  const line = formatExportLines('csv', [TASK]);
  expect(head).toMatch(/^\uFEFFid,name,status,.*\r\n$/);
  expect(line).toContain(`a,"'=cmd|calc",failed,x,,2026-01-01T00:00:00.000Z,,,,0,`);
  expect(line).toContain('"one ""two""\nthree"');
  expect(line).toContain(',user:u,Ada,');
  expect(line.replaceAll(/"[^"]*"/g, '').split(',')).toHaveLength(head.split(',').length);
});

it('a line of NDJSON holds the complete run', () => {
  expect(formatExportHead('ndjson')).toBe('');
  const lines = formatExportLines('ndjson', [TASK, TASK]);
  expect(lines.split('\n')).toHaveLength(3);
  expect(JSON.parse(lines.split('\n', 1)[0] ?? '')).toEqual(TASK);
});
