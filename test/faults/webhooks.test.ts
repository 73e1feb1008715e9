import { afterEach, expect, it } from '@jest/globals';
import { sql } from '../support/sql.js';
import { NO_OP } from '../support/scripts.js';
import { sized } from '../support/size.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { createTasks, createMetaTask, TASKS, type TaskSummary } from '../support/tasks.js';
import { until } from '../support/until.js';
import { isSignedBy, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';
import { loadDeliveries, newWebhook, sendTest } from '../support/webhooks.js';

declare const DATABASE: 'sqlite' | 'postgres';

const SETTINGS = {
  METARUN_NETWORK_RANGES: '127.0.0.1/32',
  METARUN_SHUTDOWN_SECONDS: '0',
  METARUN_LEASE_SECONDS: '2',
};
const KILLS = sized(3, 2);
const TASKS_PER_KILL = sized(50, 25);

let server: ServerProcess;
let second: ServerProcess | null = null;
let receiver: WebhookReceiver;
afterEach(async () => {
  await second?.end('SIGKILL');
  second = null;
  await server.stop();
  receiver.close();
});

async function start(): Promise<string> {
  server = await startServerProcess(SETTINGS);
  receiver = await startReceiver();
  return createMetaTask(server, 'python', NO_OP.python);
}

/** Returns the tasks that the receiver was notified of, each with the ids of its deliveries. */
function notified(): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { body, headers } of receiver.received) {
    const task = String(body.data['id']);
    ids.set(task, (ids.get(task) ?? new Set()).add(String(headers['webhook-id'])));
  }
  return ids;
}

/** Ends the leases of a dead server's deliveries, so that they are taken over at once. */
function passLeases(): Promise<unknown> {
  return sql(server, `UPDATE webhook_deliveries SET next_attempt_at = 0 WHERE status = 'pending'`);
}

it('a kill -9 between events and deliveries loses no delivery and repeats none under another id', async () => {
  const noOp = await start();
  const { id, secret } = await newWebhook(server, receiver.url, { events: ['task.success'] });
  const tasks: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = receiver.received.length;
    tasks.push(...(await createTasks(server, [noOp], TASKS_PER_KILL)));
    if (kill % 2 === 0) await until('some hooks', () => receiver.received.length > before);
    await server.restart('SIGKILL');
  }
  await until('all tasks to end', async () => {
    const path = `${TASKS}?status=success&limit=200`;
    const { body } = await server.call<TaskSummary[]>('GET', path);
    return body.length === tasks.length;
  });
  await until('all tasks to be reported', async () => {
    await passLeases();
    return notified().size === tasks.length;
  });
  expect([...notified().keys()].sort()).toEqual(tasks.sort());
  expect([...notified().values()].filter(({ size }) => size !== 1)).toEqual([]);
  expect(receiver.received.every((hook) => isSignedBy(secret, hook))).toBe(true);
  await until('the log to say so', async () => {
    const log = await loadDeliveries(server, id, '&status=success');
    return log.length === tasks.length;
  });
});

it('a receiver that hangs delays no other receiver', async () => {
  const noOp = await start();
  receiver.answer = (response, { path }) => {
    if (path !== '/hangs') response.writeHead(204).end();
  };
  const hanging = await newWebhook(server, `${receiver.url}/hangs`, { events: ['task.success'] });
  await createTasks(server, [noOp], 20);
  await until('it to hang', () => receiver.received.length > 0);
  const well = await newWebhook(server, `${receiver.url}/well`);
  await sendTest(server, well.id);
  await until(
    'the other to be notified',
    () => receiver.received.some(({ path }) => path === '/well'),
    20_000,
  );
  await until('all of its own to wait', async () => {
    const waiting = await loadDeliveries(server, hanging.id, '&status=pending');
    return waiting.length === 20;
  });
  expect(await loadDeliveries(server, hanging.id, '&status=success')).toEqual([]);
});

if (DATABASE === 'postgres')
  it('two servers on one database deliver each event once', async () => {
    const noOp = await start();
    second = await startServerProcess(server.env);
    await newWebhook(server, receiver.url, { events: ['task.success'] });
    const tasks = await createTasks(second, [noOp], 150);
    await until('all tasks to be reported', () => notified().size === tasks.length);
    expect(receiver.received).toHaveLength(tasks.length);
  });
