import { expect, it } from '@jest/globals';
import { Lanes } from './lanes.js';
import { MemoryDispatcher } from './memory.dispatcher.js';

it('a task of one lane never waits for the slots of another', async () => {
  const lanes = new Lanes({ script: new MemoryDispatcher(), agent: new MemoryDispatcher() });
  const begun: string[] = [];
  const wanted: string[] = [];
  const usual = { usual: 1, extra: 0 };
  lanes.start(
    { script: usual, agent: usual },
    ({ taskId }) => {
      begun.push(taskId);
      return new Promise(() => undefined);
    },
    (projectId, lane) => wanted.push(`${projectId} ${lane}`),
  );
  const hint = { projectId: 'p', priority: 0, slotKey: null, pool: '' };
  for (const [taskId, lane] of [
    ['a', 'agent'],
    ['b', 'agent'],
    ['c', 'script'],
    ['d', 'script'],
  ] as const)
    lanes.offer({ ...hint, taskId, lane });
  expect(begun).toEqual(['a', 'c']);
  expect(lanes.size).toBe(2);
  lanes.more('q', 'agent', 0);
  expect(wanted).toEqual(['q agent']);
  lanes.stop();
  expect(lanes.size).toBe(0);
});
