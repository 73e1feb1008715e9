import { expect, it } from '@jest/globals';
import { EventSelection, type Selected } from './event-selection.js';

/** Returns which events of a task of the meta-task "a" are selected. */
function selected(selection: Selected): string[] {
  const log = (['debug', 'info', 'warning', 'error'] as const).map((level) => ({
    type: 'log' as const,
    level,
  }));
  const all = [...log, { type: 'status' as const, level: null }];
  const one = new EventSelection(selection);
  const event = { taskId: 't', attempt: 1, data: '{}', createdAt: 0, metaTask: 'a' };
  return all
    .filter((each) => one.has({ ...event, ...each, seq: 1 }))
    .map(({ type, level }) => level ?? type);
}

it.each<[string, Selected, string[]]>([
  ['nothing in particular', {}, ['debug', 'info', 'warning', 'error', 'status']],
  [
    'a level, which only lines of the log have',
    { level: 'warning' },
    ['warning', 'error', 'status'],
  ],
  ['a type', { types: ['status'] }, ['status']],
  ['a type and a level', { types: ['log'], level: 'error' }, ['error']],
  ['another task', { taskIds: ['other'] }, []],
  ['this task', { taskIds: ['other', 't'], types: ['status'] }, ['status']],
  ['another meta-task', { metaTask: 'b' }, []],
])('a reader who wants %s gets those events alone', (_, selection, expected) => {
  expect(selected(selection)).toEqual(expected);
});
