import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitForApproval, APPROVALS, type ApprovalRow, decide } from '../support/approvals.js';
import { statusesByTask, statusEvents } from '../support/events.js';
import { withBody } from '../support/inline-script.js';
import { listDescendants, readProcessName } from '../support/processes.js';
import { LANGUAGES, NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import {
  createTask,
  createMetaTask,
  readTask,
  type TaskSummary,
  TASKS,
  taskWhen,
} from '../support/tasks.js';
import { until } from '../support/until.js';

const WAITING = sized(400, 60);

const ASKS_TWICE = {
  python: `a = reporter.ask_approval("First?", proposal=params["index"])
try:
    reporter.ask_approval("Second?", expires_in=3600)
except Exception as error:
    return [a["comment"], error.code, error.comment]`,
  typescript: `const a = await reporter.askApproval("First?", { proposal: params.index });
try {
  await reporter.askApproval("Second?", { expiresIn: 3600 });
} catch (error: any) {
  return [a.comment, error.code, error.comment];
}`,
};

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ METARUN_LEASE_SECONDS: '2', METARUN_CONCURRENCY: '4' });
});
afterAll(() => server.stop());

/** Creates tasks in both languages and returns the approvals that they wait for. */
async function ask(count: number): Promise<{ ids: string[]; approvals: ApprovalRow[] }> {
  const types = await Promise.all(
    LANGUAGES.map((language) =>
      createMetaTask(server, language, withBody(language, ASKS_TWICE[language])),
    ),
  );
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push(await createTask(server, types[index % types.length] ?? '', { index }));
  return { ids, approvals: await Promise.all(ids.map((id) => waitForApproval(server, id))) };
}

describe('kill -9 of the server', () => {
  it('a kill -9 of the server after a decision loses neither the decision nor what the task does next', async () => {
    const { ids, approvals } = await ask(12);
    await Promise.all(
      approvals.map(({ id, proposal }) =>
        decide(server, id, { decision: 'approve', comment: JSON.stringify(proposal) }),
      ),
    );
    await server.restart('SIGKILL');
    const second = await Promise.all(
      ids.map((id) =>
        until(
          'the second question',
          async () => {
            const found = await waitForApproval(server, id);
            return found.prompt === 'Second?' && found;
          },
          60_000,
        ),
      ),
    );
    for (const { id } of second)
      expect((await decide(server, id, { decision: 'reject', comment: 'no' })).status).toBe(200);
    await server.restart('SIGKILL');
    for (const [index, id] of ids.entries()) {
      const task = await taskWhen(server, id, undefined, 60_000);
      expect(task).toMatchObject({
        status: 'success',
        result: [String(index), 'approval_rejected', 'no'],
      });
      const steps = await server.call<{ status: string }[]>('GET', `${TASKS}/${id}/steps`);
      expect(steps.body.map(({ status }) => status)).toEqual(['success', 'failed']);
    }
    const { body } = await server.call<ApprovalRow[]>('GET', `${APPROVALS}?limit=200`);
    expect(body).toHaveLength(2 * ids.length);
    const marker = await createTask(server, await createMetaTask(server, 'python', NO_OP.python));
    const statuses = statusesByTask(await statusEvents(server, marker));
    for (const id of ids)
      expect(statuses.get(id)?.filter((status) => status === 'success')).toHaveLength(1);
  });

  it('an approval whose time passes while the server is down is expired after the restart', async () => {
    const script = withBody('python', 'reporter.ask_approval("Soon?", expires_in=2)');
    const id = await createTask(server, await createMetaTask(server, 'python', script));
    const approval = await waitForApproval(server, id);
    await server.end('SIGKILL');
    await until('its time to pass', () => Date.now() > Date.parse(approval.expires_at ?? ''));
    await server.restart();
    const { body } = await server.call<ApprovalRow>('GET', `${APPROVALS}/${approval.id}`);
    expect(body.status).toBe('expired');
    const late = await decide(server, approval.id, { decision: 'approve' });
    expect(late.status).toBe(409);
    expect(await taskWhen(server, id, undefined, 60_000)).toMatchObject({
      error_code: 'approval_expired',
    });
  });
});

it('hundreds of pending approvals occupy no processes and no slots', async () => {
  const script = withBody('typescript', 'await reporter.askApproval("Go?");');
  const identifier = await createMetaTask(server, 'typescript', script);
  const tasks = Array.from({ length: WAITING }, () => ({
    task_type_identifier: identifier,
    params: {},
  }));
  const made = await server.call<TaskSummary[]>('POST', `${TASKS}/batch`, { body: { tasks } });
  expect(made.status).toBe(201);
  const before = listDescendants(server.pid).length;
  await until('all to wait', async () => {
    const left = ['pending', 'running'].map((status) =>
      server.call<TaskSummary[]>('GET', `${TASKS}?status=${status}&limit=1`),
    );
    return (await Promise.all(left)).every(({ body }) => body.length === 0);
  });
  const names = listDescendants(server.pid).map(({ pid }) => readProcessName(pid));
  // A few warm runners per project remain, however many tasks wait.
  expect(names.length).toBeLessThanOrEqual(before + 40);
  const quick = await createTask(server, await createMetaTask(server, 'python', NO_OP.python));
  expect((await taskWhen(server, quick)).status).toBe('success');
  const last = made.body.at(-1)?.id ?? '';
  const { id } = await waitForApproval(server, last);
  await decide(server, id, { decision: 'approve' });
  expect((await taskWhen(server, last)).status).toBe('success');
  const first = await readTask(server, made.body[0]?.id ?? '');
  expect(first.body.status).toBe('waiting');
});
