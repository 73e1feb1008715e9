import { expect, it } from '@jest/globals';
import type { Approval } from '../api/types.js';
import { approvalChanges, stillWaiting } from './approval-change.js';
import type { LiveEvent } from './task-change.js';

const asked = (id: string, status: string): LiveEvent => ({
  type: 'approval',
  data: { approval_id: id, status },
});
const ended = (task: string, status: string): LiveEvent => ({
  type: 'status',
  data: { task_id: task, status },
});
const LIST = [
  { id: 'a', task_id: '1' },
  { id: 'b', task_id: '2' },
] as Approval[];

it('a decided approval no longer waits, even when it was requested in the same batch', () => {
  const changes = approvalChanges([
    asked('c', 'pending'),
    asked('d', 'pending'),
    asked('d', 'approved'),
    asked('a', 'rejected'),
  ]);
  expect([...changes.asked]).toEqual(['c']);
  expect(stillWaiting(LIST, changes).map(({ id }) => id)).toEqual(['b']);
});

it('the approvals of an ended run no longer wait', () => {
  expect(stillWaiting(LIST, approvalChanges([ended('2', 'cancelled')]))).toEqual([LIST[0]]);
});

it('other events leave the list of approvals unchanged', () => {
  const changes = approvalChanges([ended('1', 'running'), { type: 'phase', data: {} }]);
  expect(stillWaiting(LIST, changes)).toBe(LIST);
});
