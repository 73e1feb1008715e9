import { afterEach, describe, expect, it } from '@jest/globals';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { loadNumber, sql } from '../support/sql.js';
import {
  createTask,
  createTasks,
  createMetaTask,
  readTask,
  TASKS,
  taskWhen,
} from '../support/tasks.js';

const BACK_MS = 2 * 60 * 60 * 1000;
/** Time columns of unfinished work, by table. */
const TIMES = {
  tasks: ['created_at', 'run_at', 'started_at', 'wake_at', 'deadline_at', 'lease_until'],
  task_steps: ['started_at', 'wake_at'],
  approvals: ['created_at', 'expires_at'],
  clocks: ['highest'],
};

const HANGS = 'import time\ndef run(params, reporter):\n    time.sleep(600)\n';
const SLEEPS = `export async function run(params: unknown, reporter) {
  await reporter.sleep(5);
}
`;
const ASKS = `export async function run(params: unknown, reporter) {
  await reporter.askApproval('May I?', { expiresIn: 5 });
}
`;
const FAILS = `export function run() {
  throw new Error('no');
}
`;

let server: ServerProcess;
afterEach(() => server.stop());

/** Simulates a clock that is set back by two hours, by moving all stored times two hours ahead. */
async function setBack(): Promise<void> {
  for (const [table, columns] of Object.entries(TIMES)) {
    const later = columns.map((column) => `${column} = ${column} + ${BACK_MS}`).join(', ');
    const open = table === 'tasks' ? 'WHERE finished_at IS NULL' : '';
    await sql(server, `UPDATE ${table} SET ${later} ${open}`);
  }
}

describe('a clock that is set back by two hours', () => {
  it('a clock that is set back delays no due task, lease, sleep, expiry or retry', async () => {
    server = await startServerProcess({
      METARUN_LEASE_SECONDS: '2',
      METARUN_CONCURRENCY: '1',
      METARUN_SHUTDOWN_SECONDS: '0',
    });
    const type = (script: string, more = {}): Promise<string> =>
      createMetaTask(server, 'typescript', script, more);
    const sleeps = await createTask(server, await type(SLEEPS));
    const asks = await createTask(server, await type(ASKS));
    for (const id of [sleeps, asks])
      await taskWhen(server, id, ({ status }) => status === 'waiting');
    const fails = await createTask(
      server,
      await type(FAILS, { max_attempts: 2, retry_delay_seconds: 5, total_timeout_seconds: 600 }),
    );
    await taskWhen(server, fails, ({ attempt, status }) => attempt === 1 && status === 'pending');
    const noOp = await type(NO_OP.typescript);
    const named = await server.call<{ id: string }>('POST', TASKS, {
      body: { task_type_identifier: noOp, run_at: new Date(Date.now() + 3_600_000).toISOString() },
    });
    const hangs = await createTask(server, await createMetaTask(server, 'python', HANGS));
    await taskWhen(server, hangs, ({ status }) => status === 'running');
    const queued = await createTasks(server, [noOp], 3);
    await server.end('SIGKILL');
    await setBack();
    const namedAt = await loadNumber(
      server,
      `SELECT run_at FROM tasks WHERE id = '${named.body.id}'`,
    );
    await server.restart();

    // The stored lease of this task lies two hours ahead.
    await taskWhen(server, hangs, ({ attempt, status }) => attempt === 2 && status === 'running');
    // The clock is set back again, now while the server runs.
    await setBack();
    await server.call('POST', `${TASKS}/${hangs}/cancel`);
    for (const id of queued) expect((await taskWhen(server, id)).status).toBe('success');
    expect((await taskWhen(server, sleeps)).status).toBe('success');
    expect(await taskWhen(server, asks)).toMatchObject({ error_code: 'approval_expired' });
    expect(await taskWhen(server, fails)).toMatchObject({ attempt: 2, error_code: 'script_error' });
    const { body } = await readTask(server, named.body.id);
    expect(body.status).toBe('pending');
    expect(Date.parse(body.run_at)).toBe(namedAt + BACK_MS);
    expect(server.output.stdout + server.output.stderr).toContain('was set back');
  });
});
