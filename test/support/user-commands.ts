import { expect } from '@jest/globals';
import type { CliAnswer } from './cli.js';

/** Uses each operation of `metarun users`. */
export async function driveUsers(
  done: (...args: string[]) => Promise<string>,
  here: (...args: string[]) => Promise<CliAnswer>,
): Promise<void> {
  expect(await done('users', 'create', 'Lin')).toMatch(/Lin is a user; id \S+/);
  await done('users', 'change', 'Lin', '--name', 'Lin Chen', '--admin');
  expect(await done('users', 'list', '--admins')).toMatch(/Lin Chen +admin +0 +0 +never/);
  expect(await done('users', 'change', 'Lin Chen', '--no-admin')).toContain('no administrator');
  expect(await done('users', 'list', '--query', 'chen')).not.toContain('admin ');
  expect(await here('users', 'change', 'Lin Chen')).toMatchObject({ code: 2 });
  const ended = await done('users', 'end-access', 'Lin Chen', '--api-keys', '--yes', '--json');
  expect(JSON.parse(ended)).toEqual({ tokens: 0, sessions: 0, api_keys: 0 });
  expect(await done('users', 'show', 'Lin Chen')).toMatch(/projects +none/);
  expect(await done('users', 'rm', 'Lin Chen', '--yes')).toContain('Lin Chen is deleted');
  expect(await here('users', 'show', 'Lin Chen')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no user'),
  });
}
