/** Tests that clients can create tasks although PostgreSQL stops immediately with all connections and returns. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type OwnPostgres, ownPostgres } from '../support/embedded-postgres.js';
import { isTerminal, statusEvents } from '../support/events.js';
import { NO_OP } from '../support/scripts.js';
import { type HostedServer, startServer } from '../support/server.js';
import { sized } from '../support/size.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

/** Pause between two task creations, in ms. `EACH` tasks are created before, during and after the outage. */
const PAUSE_MS = sized(10, 50);
const EACH = sized(500, 20);

let postgres: OwnPostgres;
const servers: HostedServer[] = [];
beforeAll(async () => {
  postgres = await ownPostgres();
  const first = await startServer({ METARUN_DATABASE_URL: postgres.url });
  servers.push(first, await startServer({ ...first.env, METARUN_ROLE: 'worker,keeper' }));
});
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close();
  await postgres.stop();
});

it('task creations get 503 with Retry-After while PostgreSQL is down, and every accepted task ends once', async () => {
  const [server] = servers;
  if (server === undefined) throw new Error('no server');
  const noop = await createMetaTask(server, 'typescript', NO_OP.typescript);
  await taskWhen(server, await createTask(server, noop));
  const created: string[] = [];
  const refused: [number, boolean][] = [];
  const pending: Promise<void>[] = [];
  const create = async (): Promise<void> => {
    const body = { task_type_identifier: noop, params: {} };
    const {
      status,
      headers,
      body: answer,
    } = await server.call<{ id: string }>('POST', TASKS, {
      body,
    });
    if (status === 201) created.push(answer.id);
    else refused.push([status, Number(headers.get('retry-after')) > 0]);
  };
  const createSome = async (): Promise<void> => {
    for (let count = 0; count < EACH; count += 1) {
      pending.push(create());
      await delay(PAUSE_MS);
    }
  };
  await createSome();
  await postgres.endAtOnce();
  await createSome();
  await postgres.start();
  await until('a task to be created again', async () => {
    const before = created.length;
    await create();
    return created.length > before;
  });
  await createSome();
  await Promise.all(pending);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.filter(([status, later]) => status !== 503 || !later)).toEqual([]);
  for (const id of created)
    expect([id, (await taskWhen(server, id)).status]).toEqual([id, 'success']);
  const marker = await createTask(server, noop);
  const ends = (await statusEvents(server, marker)).filter(isTerminal);
  const counts = new Map<string, number>();
  for (const { data } of ends) counts.set(data.task_id, (counts.get(data.task_id) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
  expect(created.filter((id) => counts.get(id) !== 1)).toEqual([]);
});
