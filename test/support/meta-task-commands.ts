import { expect } from '@jest/globals';
import type { CliAnswer } from './cli.js';
import type { TestServer } from './server.js';
import { taskWhen } from './tasks.js';

type Run<T> = (...args: string[]) => Promise<T>;

/** Uses the sources, the examples and the versions of the meta-task `greet` by commands, and goes back to its first one. */
export async function driveMetaTasks({
  server,
  done,
  document,
  here,
}: {
  server: TestServer;
  done: Run<string>;
  document: Run<Record<string, unknown>>;
  here: Run<CliAnswer>;
}): Promise<void> {
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
