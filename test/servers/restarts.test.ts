/** Tests data, waits and limits that outlast a server. One server is killed and restarted once for all these tests. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MetarunClient } from '@metarun/client';
import { readEvents } from '../support/events.js';
import { FlakyConnection } from '../support/flaky-connection.js';
import { requireProblem } from '../support/http.js';
import { runBody } from '../support/inline-script.js';
import { newMetaTask } from '../support/meta-tasks.js';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { loadNumber, sql } from '../support/sql.js';
import {
  createMetaTask,
  createTask,
  type TaskDetail,
  TASKS,
  type TaskSummary,
  taskWhen,
} from '../support/tasks.js';
import { until } from '../support/until.js';

const HOUR_MS = 60 * 60 * 1000;
const AUDIT = '/projects/default/audit';
const TYPED = `from dataclasses import dataclass

@dataclass
class Params:
    names: list

def run(params: Params, reporter):
    return params.names
`;
const SLEEPS = `import time
def run(params, reporter):
    time.sleep(params["seconds"])
`;
const WAITS = `def run(params, reporter):
    reporter.set_phase("asleep")
    reporter.sleep(1)
    return "awake"
`;

interface Estimated extends TaskDetail {
  eta_seconds: number | null;
  phase_overdue: boolean;
}

let server: ServerProcess;
/** Connection that reaches the server at its current port. */
let connection: FlakyConnection;
const preparations: (() => Promise<void>)[] = [];

beforeAll(async () => {
  server = await startServerProcess();
  connection = await FlakyConnection.open(() => server.url);
  for (const prepare of preparations) await prepare();
  await server.restart('SIGKILL');
});
afterAll(async () => {
  await connection.close();
  await server.stop();
});

/**
 * Defines a test in two parts with the restart between them; the second gets the result of the first. Tests whose work
 * must still be running at the restart come last.
 */
function overRestart<Kept>(
  name: string,
  before: () => Promise<Kept>,
  after: (kept: Kept) => Promise<void>,
): void {
  let then = (): Promise<void> => Promise.reject(new Error('the first part has not run'));
  preparations.push(async () => {
    const kept = await before();
    then = () => after(kept);
  });
  it(name, () => then());
}

function createOnce(type: string, key: string): Promise<{ body: TaskSummary }> {
  const headers = { 'Idempotency-Key': key };
  return server.call('POST', TASKS, { body: { task_type_identifier: type, params: {} }, headers });
}

overRestart(
  'an Idempotency-Key is remembered after a kill -9',
  async () => {
    const type = await createMetaTask(server, 'python', NO_OP.python);
    const key = randomUUID();
    const { body } = await createOnce(type, key);
    return { type, key, id: body.id };
  },
  async ({ type, key, id }) => {
    expect((await createOnce(type, key)).body.id).toBe(id);
  },
);

overRestart(
  'an inferred schema survives a restart',
  () => newMetaTask(server, { name: 'Lasting', script: TYPED }),
  async ({ identifier }) => {
    const body = { task_type_identifier: identifier, params: {} };
    const { status, code, errors } = requireProblem(await server.call('POST', TASKS, { body }));
    expect([
      `${status} ${code}`,
      ...errors.map(({ pointer, message }) => `${pointer} ${message}`),
    ]).toEqual(['422 invalid_params', '/params/names is required']);
  },
);

overRestart(
  'a task without phases is estimated from earlier runs, even after a restart',
  async () => {
    const identifier = await createMetaTask(server, 'python', SLEEPS);
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => createTask(server, identifier, { seconds: 0.3 })),
    );
    for (const id of ids) expect((await taskWhen(server, id)).status).toBe('success');
    // The durations are stored shortly after the runs.
    const stored = `SELECT MAX(runs) FROM run_histories`;
    await until('the runs to be stored', async () => (await loadNumber(server, stored)) >= 5);
    return identifier;
  },
  async (identifier) => {
    const id = await createTask(server, identifier, { seconds: 60 });
    const when = (what: (task: Estimated) => boolean): Promise<TaskDetail> =>
      taskWhen(server, id, (task) => what(task as Estimated));
    const known = (await when((task) => task.eta_seconds !== null)) as Estimated;
    expect(known.eta_seconds).toBeLessThan(60);
    await when((task) => task.phase_overdue && task.eta_seconds === 0);
    await server.call('POST', `${TASKS}/${id}/cancel`);
  },
);

overRestart(
  'text events are deleted an hour after the end of their task, and log events stay',
  async () => {
    const code = { python: 'reporter.output("a")\nprint("log")', typescript: '' };
    const [old, young] = [
      await runBody(server, 'python', code),
      await runBody(server, 'python', code),
    ];
    const past = `finished_at = finished_at - ${HOUR_MS}`;
    await sql(server, `UPDATE tasks SET ${past} WHERE id = '${old.id}'`);
    return { old, young };
  },
  async ({ old, young }) => {
    const loadEvents = async (id: string) =>
      (await readEvents(server, `${TASKS}/${id}/events`)).events;
    const loadTexts = async (id: string): Promise<string[]> =>
      (await loadEvents(id)).flatMap(({ type, data }) =>
        type === 'text' ? [data.text ?? ''] : [],
      );
    await until('the text of the old task to be gone', async () => {
      return (await loadTexts(old.id)).length === 0;
    });
    expect((await loadEvents(old.id)).map(({ type }) => type)).toContain('log');
    expect(await loadTexts(young.id)).toEqual(['a']);
  },
);

overRestart(
  'old audit records are deleted after METARUN_RETENTION.audit_days',
  async () => {
    const members = '/projects/default/members';
    const body = { name: 'Ada', role: 'viewer' };
    const member = await server.call<{ user_id: string }>('POST', members, { body });
    await server.call('DELETE', `${members}/${member.body.user_id}`);
    const removed = `${AUDIT}?action=members.remove`;
    expect((await server.call('GET', removed)).body).toHaveLength(1);
    const past = `at = at - ${366 * 24 * HOUR_MS}`;
    await sql(server, `UPDATE audit_log SET ${past} WHERE action = 'members.remove'`);
    return removed;
  },
  async (removed) => {
    await until('the old ones are deleted', async () => {
      const { body } = await server.call<object[]>('GET', removed);
      return body.length === 0;
    });
    const { body } = await server.call<{ id: string }[]>('GET', `${AUDIT}?limit=1`);
    expect(body[0]?.id).toBeDefined();
  },
);

overRestart(
  'the run_at of a task is kept across a restart',
  async () => {
    const type = await createMetaTask(server, 'python', NO_OP.python);
    const run_at = new Date(Date.now() + 2_000).toISOString();
    const body = { task_type_identifier: type, run_at };
    const made = await server.call<TaskSummary>('POST', TASKS, { body });
    return { id: made.body.id, run_at };
  },
  async ({ id, run_at }) => {
    const task = await taskWhen(server, id);
    expect(Date.parse(task.started_at ?? '')).toBeGreaterThanOrEqual(Date.parse(run_at));
  },
);

overRestart(
  'a wait and a stream continue to the end of the task across a server restart',
  async () => {
    const client = new MetarunClient({ url: connection.url, token: server.adminToken });
    const type = await createMetaTask(server, 'python', WAITS);
    const task = await client.tasks.create({ task_type_identifier: type });
    const waited = client.tasks.waitFor(task);
    let isAsleep = false;
    const read = async (): Promise<string[]> => {
      const statuses: string[] = [];
      for await (const event of client.tasks.events(task.id)) {
        if (event.type === 'status') statuses.push(event.data.status);
        isAsleep ||= event.type === 'phase';
      }
      return statuses;
    };
    const reading = read();
    await until('its phase', () => isAsleep);
    return { waited, reading };
  },
  async ({ waited, reading }) => {
    const statuses = await reading;
    expect((await waited).result).toBe('awake');
    expect(statuses.at(-1)).toBe('success');
    expect(statuses.filter((status) => status === 'success')).toHaveLength(1);
  },
);
