import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { CliAnswer } from './cli.js';
import type { TestServer } from './server.js';
import { taskWhen } from './tasks.js';

type Run<T> = (...args: string[]) => Promise<T>;

/** Tries a change of the meta-task `greet`, uses its sources, examples and versions by commands, and goes back to its first one. */
export async function driveMetaTasks({
  server,
  done,
  document,
  here,
  folder,
}: {
  server: TestServer;
  done: Run<string>;
  document: Run<Record<string, unknown>>;
  here: Run<CliAnswer>;
  /** The folder of the commands. */
  folder: string;
}): Promise<void> {
  writeFileSync(join(folder, 'greet.py'), 'def run(params, reporter):\n    return 3\n');
  writeFileSync(join(folder, 'other.py'), 'def run(params, reporter):\n    return params["n"]\n');
  expect(await done('try', 'greet.py')).toBe('3\n');
  expect(await done('try', 'other.py', '--param', 'n=4')).toBe('4\n');
  expect(await done('tasks', 'list', '--drafts')).toMatch(/success +other .*\n.*success +greet /);
  expect(await done('tasks', 'delete-drafts', '--all', '--yes')).toMatch(/2 drafts are deleted/);
  expect((await here('meta-tasks', 'show', 'other')).code).toBe(1);
  expect(await done('meta-tasks', 'sources', 'greet', '--version', '1')).toBe(
    '==> workflow.py <==\ndef run(params, reporter):\n    return 1\n\n',
  );
  expect(await document('meta-tasks', 'sources', 'greet')).toMatchObject({
    sources: [{ path: 'workflow.py', language: 'python' }],
  });
  const june = ['set-example', 'greet', 'june', '--param', 'month=june', '--description', 'Short'];
  expect(await done('meta-tasks', ...june)).toContain('greet has the example june');
  expect(await done('meta-tasks', 'examples', 'greet')).toMatch(/june .* Short/);
  expect(JSON.parse(await done('meta-tasks', 'examples', 'greet', 'june'))).toEqual({
    month: 'june',
  });
  const like = ['create', 'greet', '--example', 'june', '--param', 'day=4'];
  const started = (await done('tasks', ...like)).trim();
  expect((await taskWhen(server, started)).params).toEqual({ month: 'june', day: 4 });
  await done('meta-tasks', 'rm-example', 'greet', 'june', '--yes');
  expect(await here('tasks', 'create', 'greet', '--example', 'june')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no example "june"'),
  });
  expect(await done('meta-tasks', 'versions', 'greet')).toMatch(/2 \(current\)[^]*1 /);
  await done('meta-tasks', 'rollback', 'greet', '1');
  expect(await done('meta-tasks', 'show', 'greet', '--script')).toContain('return 1');
}
