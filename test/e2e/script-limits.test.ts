import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rssOf } from '../../src/sandbox/runtime/process-tree.js';
import { type Code, expectServing, runBody, stopUnharmed } from '../support/inline-script.js';
import { noneNames } from '../support/processes.js';
import { LANGUAGES } from '../support/scripts.js';
import { type Answer } from '../support/server.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { type LogLine, TASKS } from '../support/tasks.js';
import { AT_ONCE_MS } from '../support/deadlines.js';

const MIB = 1024 * 1024;

let server: ServerProcess;
let pid: number;
beforeAll(async () => {
  server = await startServerProcess();
  pid = server.pid;
});
afterAll(() => stopUnharmed(server, pid));

/** Returns how many log lines of a task are stored, and the last one. */
async function logRows(id: string): Promise<{ rows: number; last: string }> {
  let rows = 0;
  let last = '';
  let path: string | undefined = `${TASKS}/${id}/logs?limit=1000`;
  while (path !== undefined) {
    const page: Answer<LogLine[]> = await server.call('GET', path);
    rows += page.body.length;
    last = page.body.at(-1)?.text ?? last;
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return { rows, last };
}

describe.each(LANGUAGES)('a %s script that floods its log', (language) => {
  it.each<[string, Code, number]>([
    [
      'with 100 MB',
      {
        python: 'line = "x" * 100_000\nfor _ in range(1000): print(line)',
        typescript:
          'const line = "x".repeat(100_000); for (let i = 0; i < 1000; i++) console.log(line);',
      },
      1_000,
    ],
    [
      'with a million empty lines',
      {
        python: 'for _ in range(1_000_000): print()',
        typescript: 'for (let i = 0; i < 1_000_000; i++) console.log();',
      },
      110_000,
    ],
  ])(
    'a script that floods its log %s ends soon, and its log is truncated',
    async (_, code, most) => {
      const before = rssOf(pid) ?? Number.NaN;
      const began = performance.now();
      const task = await runBody(server, language, code);
      const took = performance.now() - began;
      expect(task).toMatchObject({ status: 'success', progress: 100 });
      const { rows, last } = await logRows(task.id);
      expect(rows).toBeLessThan(most);
      expect(last).toBe(`Log truncated: a run may log ${10 * MIB} bytes.`);
      expect((rssOf(pid) ?? Number.NaN) - before).toBeLessThan(300 * MIB);
      expect(took).toBeLessThan(AT_ONCE_MS);
      await expectServing(server, language);
    },
  );
});

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
    expect(['script_error', 'sandbox_error']).toContain(task.error_code);
    expect(task.error_message).toContain(words);
    await expectServing(server, 'python');
  });

  it('the end of a run ends every process that it has started', async () => {
    // Seconds that no other process sleeps.
    const seconds = `${300 + process.pid / 1e9}`;
    const code = `import subprocess\nsubprocess.Popen(["sleep", "${seconds}"], start_new_session=True)\nreturn 1`;
    const task = await runBody(server, 'python', { python: code, typescript: '' });
    expect(task.status).toBe('success');
    await noneNames(seconds);
  });
});
