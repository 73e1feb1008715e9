import { expect } from '@jest/globals';
import type { CliAnswer } from './cli.js';
import { NO_OP } from './scripts.js';
import type { TestServer } from './server.js';
import { createMetaTask, TASKS } from './tasks.js';

/** Uses `metarun bulk`. `done` runs a command and returns what it prints, `here` its whole answer. */
export async function driveBulk(
  server: TestServer,
  done: (...args: string[]) => Promise<string>,
  here: (...args: string[]) => Promise<CliAnswer>,
): Promise<void> {
  const type = await createMetaTask(server, 'python', NO_OP.python, { name: 'In bulk' });
  const run_at = new Date(Date.now() + 86_400_000).toISOString();
  const tasks = Array.from({ length: 3 }, () => ({ task_type_identifier: type, run_at }));
  await server.call('POST', `${TASKS}/batch`, { body: { tasks } });
  const which = ['--type', type];
  const unsaid = await here('bulk', 'cancel', ...which);
  expect(unsaid).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
  expect(await here('bulk', 'cancel', '--yes')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No condition is given'),
  });
  expect(await done('bulk', 'cancel', ...which, '--status', 'pending', '--yes')).toBe(
    '3 of 3 tasks cancelled\n',
  );
  expect(await done('bulk', 'retry', ...which, '--status', 'cancelled', '--yes')).toBe(
    '3 of 3 tasks retried\n',
  );
  const refused = await here('bulk', 'cancel', ...which, '--yes', '--json');
  const { id } = JSON.parse(refused.stdout) as { id: string };
  expect(await done('bulk', 'rerun', ...which, '--task-version', 'current', '--yes')).toBe(
    '3 of 3 tasks made again\n',
  );
  expect(await here('bulk', 'cancel', ...which, '--status', 'failed', '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No task matches'),
  });
  expect(await done('bulk', 'list')).toMatch(/rerun +done +3 of 3/);
  expect(await done('bulk', 'show', id.slice(-12))).toMatch(/action +cancel\n[^]*done +3 of 3/);
  expect(await done('bulk', 'stop', id)).toContain('is done');
}
