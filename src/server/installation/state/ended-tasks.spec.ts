import { expect, it } from '@jest/globals';
import { EventBus } from '../../../platform/events/event-bus.js';
import { taskEnded } from '../../../workflow/engine/state/messages.js';
import { EndedTasks } from './ended-tasks.js';

const ENDED = {
  taskId: 't',
  projectId: 'p',
  metaTask: 'm',
  status: 'success',
  errorCode: null,
  attempt: 1,
  ms: 1,
} as const;

it('the rate counts tasks that ended in the last minutes and forgets older ones', () => {
  let minute = 100;
  const bus = new EventBus();
  const ended = new EndedTasks(bus, () => minute * 60_000);
  for (let n = 0; n < 10; n += 1) bus.publish(taskEnded, ENDED);
  expect([ended.perMinute(1), ended.perMinute(5), ended.perMinute(15)]).toEqual([10, 2, 10 / 15]);
  minute = 104;
  bus.publish(taskEnded, ENDED);
  expect([ended.perMinute(1), ended.perMinute(5)]).toEqual([1, 11 / 5]);
  minute = 115;
  bus.publish(taskEnded, ENDED);
  expect(ended.perMinute(15)).toBe(2 / 15);
});
