import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { taskDue, taskScheduled } from './messages.js';
import type { TaskEntity } from './task.entity.js';

const bench = useEngineBench();

const NOW = ['due'];
const LATER = ['scheduled'];
const BOTH = ['due', 'scheduled'];

/** Returns the messages about a task that is added, after the commit. */
async function recordMessages(
  given: (now: number) => Partial<TaskEntity>,
  what: 'created' | 'reopened',
): Promise<string[]> {
  const id = await bench.addTask(given(Date.now()));
  const row = await bench.task(id);
  const said: string[] = [];
  const ends = [
    bench.bus.subscribe(
      taskDue,
      ({ projectId }) => projectId === row.project_id && said.push('due'),
    ),
    bench.bus.subscribe(taskScheduled, ({ taskId }) => taskId === id && said.push('scheduled')),
  ];
  await bench.database.write(async (transaction) => {
    if (what === 'created') bench.transitions.created(transaction, [row]);
    else bench.transitions.reopened(transaction, row);
    expect(said).toEqual([]);
  });
  for (const end of ends) end();
  return said.toSorted();
}

describe('what is said of a task', () => {
  it.each([
    ['is due now', () => ({}), NOW, NOW],
    ['is due later', (now) => ({ run_at: now + 1 }), LATER, NOW],
    ['has a deadline', (now) => ({ deadline_at: now + 1 }), BOTH, BOTH],
    ['waits for a slot', () => ({ parked: 1 }), [], []],
  ] satisfies [string, (now: number) => Partial<TaskEntity>, string[], string[]][])(
    'a task that %s is said to be due or to have a time to come',
    async (_what, given, created, reopened) => {
      expect(await recordMessages(given, 'created')).toEqual(created);
      expect(await recordMessages(given, 'reopened')).toEqual(reopened);
    },
  );
});
