import { expect } from '@jest/globals';
import type { TestServer } from './server.js';
import { createMetaTask, createTask, taskWhen } from './tasks.js';

const FAILS = `
def run(params, reporter):
    raise ValueError("no such month")
`;

/** Uses `metarun now` and `metarun stats`. `done` runs a command and returns what it prints, `document` its document. */
export async function driveOverview(
  server: TestServer,
  done: (...args: string[]) => Promise<string>,
  document: (...args: string[]) => Promise<Record<string, unknown>>,
): Promise<void> {
  const failing = await createMetaTask(server, 'python', FAILS, { name: 'Fails' });
  await taskWhen(server, await createTask(server, failing));
  const now = await done('now');
  expect(now).toMatch(/^\d+ running, \d+ of \d+ slots of the server in use/);
  expect(now).toMatch(
    /Failing\n[^]*\nfails +1 .* v1 .* ✗ +script_error: ValueError: no such month/,
  );
  expect(await document('now')).toMatchObject({ failing: [{ task_type: failing, count: 1 }] });
  expect(await done('stats', '--since', '2h')).toMatch(
    /FROM +SUCCESS[^]*of the last \d+ tasks?: ran p50/,
  );
  expect(await document('stats', '--type', failing)).toMatchObject({ sampled: 1 });
  expect(await done('find', 'fail')).toMatch(
    /KIND +ID +HINT +TITLE\n[^]*meta-task +fails +version 1 +Fails/,
  );
  expect(await done('installation')).toMatch(/version +\S+, Node v\d[^]*sandbox +level \d of 3/);
  expect(await document('find', 'no such thing')).toEqual({ found: [] });
  expect(await document('schedules', 'upcoming', '--until', '2h')).toMatchObject({ ticks: [] });
  await done('meta-tasks', 'archive', failing, '--yes');
}
