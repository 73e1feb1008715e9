import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Code, expectServing, runBody } from '../support/inline-script.js';
import { noneNames } from '../support/processes.js';
import { LANGUAGES } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { AT_ONCE_MS } from '../support/deadlines.js';
import { TASKS } from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

describe.each(LANGUAGES)('the limits of a %s run', (language) => {
  it.each<[string, Code]>([
    ['a loop', { python: 'while True: pass', typescript: 'for (;;) {}' }],
    [
      'a sleep',
      {
        python: 'time.sleep(110)',
        typescript: 'await new Promise((done) => setTimeout(done, 110_000));',
      },
    ],
    [
      'a loop that catches all',
      {
        python: 'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
        typescript: 'for (;;) { try { for (;;) {} } catch {} }',
      },
    ],
  ])('the run of %s ends at a timeout of 1 s', async (_, code) => {
    const began = performance.now();
    const task = await runBody(server, language, code, { metaTask: { timeout_seconds: 1 } });
    expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
    expect(task).toMatchObject({ status: 'failed', error_code: 'timeout' });
    expect(task.error_message).toContain('1 s');
    await expectServing(server, language);
  });

  it.each<[string, Code]>([
    [
      'many objects',
      {
        python: 'a = []\nwhile True: a.append("x" * 100_000)',
        typescript: 'const a: any[] = []; for (;;) a.push(new Array(10_000).fill(a.length));',
      },
    ],
    [
      'one large buffer',
      {
        python: 'b = bytearray(2_000_000_000)\nreturn len(b)',
        typescript: 'const all = []; for (;;) all.push(new Uint8Array(50_000_000).fill(1));',
      },
    ],
  ])('a run with %s beyond memory_mb ends as out_of_memory', async (_, code) => {
    const task = await runBody(server, language, code, {
      metaTask: { memory_mb: 64, timeout_seconds: 200 },
    });
    expect(task).toMatchObject({ status: 'failed', error_code: 'out_of_memory' });
    await expectServing(server, language);
  });
});

describe('a guest process that dies', () => {
  it.each([
    ['os._exit(7)', 'exit code 7'],
    ['import ctypes\nctypes.string_at(0)', 'SIGSEGV'],
    ['os.kill(os.getpid(), 9)', 'SIGKILL'],
    ['os.abort()', 'SIGABRT'],
    [
      'os.close(3) if False else [os.close(fd) for fd in range(3, 64) if os.path.exists(f"/proc/self/fd/{fd}")]\ntime.sleep(30)',
      '',
    ],
  ])('a guest process that runs %s fails only its own task', async (code, words) => {
    const task = await runBody(server, 'python', { python: code, typescript: '' });
    expect(task.status).toBe('failed');
    expect(['script_crashed', 'sandbox_error']).toContain(task.error_code);
    expect(task.error_message).toContain(words);
    await expectServing(server, 'python');
  });

  it('the end of a run ends every process that it has started', async () => {
    // A duration that no other process uses.
    const seconds = `${300 + process.pid / 1e9}`;
    const code = `import subprocess\nsubprocess.Popen(["sleep", "${seconds}"], start_new_session=True)\nreturn 1`;
    const task = await runBody(server, 'python', { python: code, typescript: '' });
    expect(task.status).toBe('success');
    await noneNames(seconds);
  });
});

it('the files of a Python run are bounded in number and size, and in all by its memory', async () => {
  const code = `import resource
at = os.statvfs(".")
limits = [resource.getrlimit(getattr(resource, "RLIMIT_" + name)) for name in ("FSIZE", "CORE", "NOFILE")]
return [at.f_files, at.f_blocks * at.f_frsize, limits]`;
  const { id, result } = await runBody(
    server,
    'python',
    { python: code, typescript: '' },
    { metaTask: { memory_mb: 128 } },
  );
  const [files, bytes, limits] = result as [number, number, [number, number][]];
  // Soft and hard limit of each resource.
  expect(limits.slice(0, 2)).toEqual([
    [1024 ** 3, 1024 ** 3],
    [0, 0],
  ]);
  for (const most of limits[2] ?? [Infinity]) expect(most).toBeLessThanOrEqual(1024);
  const attempts = await server.call<Wire['TaskAttemptDto'][]>('GET', `${TASKS}/${id}/attempts`);
  // Without a sandbox, the script's folder is on a file system of the machine.
  if (attempts.body[0]?.sandbox_level === 1) return;
  expect(files).toBeLessThanOrEqual(16_384);
  expect(bytes).toBeLessThanOrEqual(128 * 1024 ** 2);
});
