import { afterEach, describe, expect, it } from '@jest/globals';
import { refusedStart, type ServerProcess, startServerProcess } from '../support/server-process.js';
import { allEnd, descendantsOf } from '../support/processes.js';
import { sandbox } from '../support/sandbox.js';
import { LANGUAGES } from '../support/scripts.js';
import { createTask, createMetaTask, taskWhen } from '../support/tasks.js';

const BUSY = {
  python:
    'import subprocess\ndef run(params, reporter):\n    subprocess.Popen(["sleep", "300"], start_new_session=True)\n    reporter.set_phase("Working")\n    while True: pass\n',
  typescript: 'export async function run(p, r) { r.setPhase("Working"); for (;;); }',
};
// What this machine can do at best, and everything below.
const KINDS = ['bubblewrap', 'namespaces', 'none'].slice(3 - sandbox.report.level);

let server: ServerProcess;
afterEach(() => server.stop());

describe.each(KINDS)('with the sandbox %s', (kind) => {
  it('kill -9 of a server leaves no process of its running scripts', async () => {
    server = await startServerProcess({ METARUN_SANDBOX: kind });
    for (const language of LANGUAGES) {
      const type = await createMetaTask(server, language, BUSY[language]);
      await taskWhen(
        server,
        await createTask(server, type),
        (task) => task.current_phase === 'Working',
      );
    }
    const guests = descendantsOf(server.pid);
    expect(guests.length).toBeGreaterThan(3);
    await server.end('SIGKILL');
    await allEnd(guests);
  });
});

describe('METARUN_SANDBOX_MIN_LEVEL', () => {
  it('refuses a start below it, and says why', async () => {
    server = await startServerProcess({ METARUN_SANDBOX_MIN_LEVEL: String(sandbox.report.level) });
    const { code, stderr } = await refusedStart({
      METARUN_SANDBOX: 'none',
      METARUN_SANDBOX_MIN_LEVEL: '2',
      METARUN_DATA_DIR: `${server.dataDir}-refused`,
    });
    expect(code).toBe(1);
    expect(stderr).toContain('The sandbox has level 1, and METARUN_SANDBOX_MIN_LEVEL asks for 2');
  });
});
