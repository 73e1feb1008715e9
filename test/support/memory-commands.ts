import { expect } from '@jest/globals';

type Run<T> = (...args: string[]) => Promise<T>;

/** The id of no task. */
const NO_TASK = '0190f3a0-0000-7000-8000-000000000000';

/** Runs each command of `metarun memories`. `done` resolves to what one prints, `document` to what it prints by `--json`. */
export async function driveMemories(
  done: Run<string>,
  document: <T>(...args: string[]) => Promise<T>,
): Promise<void> {
  const about = ['--scope', 'subject', '--subject', 'admin-test'];
  const { id } = await document<{ id: string }>('memories', 'add', 'Pays by card', ...about);
  expect(await done('memories', 'add', 'pays by CARD', ...about)).toContain('already');
  expect(await done('memories', 'list', ...about)).toMatch(/subject +fact +active .*Pays by card/);
  await done('memories', 'change', id, '--kind', 'preference', '--expires', '30d');
  expect(await done('memories', 'search', 'how does one pay, by card?', ...about)).toContain(id);
  expect(await done('memories', 'show', id)).toMatch(/kind +preference[^]*made by .*person/);
  const exported = await done('memories', 'export', ...about);
  expect(JSON.parse(exported)).toMatchObject({ id, sources: [{ task_id: null }] });
  expect(await done('memories', 'rm', id, '--yes')).toContain('1 revoked');
  expect(await done('memories', 'revoke', '--subject', 'admin-test', '--purge', '--yes')).toContain(
    '1 erased',
  );
  expect(await done('memories', 'settings')).toMatch(/model +the default[^]*review +low_trust/);
  expect(await done('memories', 'settings', '--review', 'all')).toMatch(/review +all/);
  await done('memories', 'settings', '--review', 'low_trust', '--no-model');
  expect(await done('memories', 'stats')).toMatch(
    /memories .*revoked[^]*jobs +0 pending, 0 failed/,
  );
  expect(await document('memories', 'jobs', '--state', 'failed')).toEqual({ jobs: [] });
  await expect(done('memories', 'retry', NO_TASK)).rejects.toThrow(
    'no task with a job of memories',
  );
}
