import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AT_ONCE_MS } from '../support/deadlines.js';
import { connectTo, query } from '../support/postgres.js';
import { type HostedServer, startServer } from '../support/server.js';
import { createMetaTask, createTasks } from '../support/tasks.js';
import { until } from '../support/until.js';

const TASKS = 100;
const SLOTS = 2;
/** Time by which the creation of the tasks is moved back, in s. */
const OLDER_SECONDS = 3_600;
const SLEEP =
  'export const run = () => new Promise((resolve) => setTimeout(resolve, 3_600_000));\n';

const servers: HostedServer[] = [];
beforeAll(async () => {
  const settings = { METARUN_CONCURRENCY: String(SLOTS), METARUN_SHUTDOWN_SECONDS: '0' };
  const first = await startServer(settings);
  servers.push(await startServer(first.env), await startServer(first.env), first);
});
afterAll(async () => {
  for (const server of servers) await server.stop();
});

/** Returns a metric of a server by its name with labels. */
async function metric({ url }: HostedServer, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

it('every server reports the work of all servers and the number of servers wanted', async () => {
  const [one, , first] = servers;
  if (one === undefined || first === undefined) throw new Error('there are no servers');
  const url = first.env['METARUN_DATABASE_URL'] ?? '';
  await createTasks(first, [await createMetaTask(first, 'typescript', SLEEP)], TASKS);
  for (const server of servers)
    await until(
      'all tasks to be counted',
      async () => {
        const pending = await metric(server, 'metarun_tasks_pending{lane="script",pool=""}');
        const busy = await metric(server, 'metarun_slots{lane="script",state="busy"}');
        const free = await metric(server, 'metarun_slots{lane="script",state="free"}');
        return pending + busy === TASKS && busy + free >= SLOTS * servers.length && pending > 0;
      },
      AT_ONCE_MS,
    );
  const { version } = (await one.call<{ version: string }>('GET', '/installation')).body;
  expect(await metric(one, `metarun_workers{version="${version}"}`)).toBe(servers.length);
  expect(await metric(one, 'metarun_bus_hint_age_seconds')).toBeLessThan(AT_ONCE_MS / 1000);
  const wanted = await one.call('GET', '/scale', { token: null });
  expect([wanted.status, wanted.body]).toEqual([
    200,
    { wanted_servers: TASKS / SLOTS, wanted_slots: TASKS },
  ]);
  expect((await one.call('GET', '/scale?lane=agent')).body).toMatchObject({ wanted_servers: 0 });
  const wrong = await one.call<{ code: string }>('GET', '/scale?lane=gpu');
  expect([wrong.status, wrong.body.code]).toEqual([422, 'validation_failed']);

  await query(
    url,
    `UPDATE tasks SET run_at = run_at - ${OLDER_SECONDS * 1000} WHERE status = 'pending'`,
  );
  const age = await until(
    'the tasks to be old',
    async () => {
      const seconds = await metric(one, 'metarun_tasks_oldest_due_seconds{lane="script",pool=""}');
      return seconds >= OLDER_SECONDS && seconds;
    },
    AT_ONCE_MS,
  );
  expect(age).toBeLessThan(OLDER_SECONDS + (2 * AT_ONCE_MS) / 1000);

  const client = await connectTo(url);
  await client.query('BEGIN');
  await client.query('SELECT txid_current()');
  await until(
    'the transaction to be seen',
    async () => (await metric(one, 'metarun_db_oldest_snapshot_seconds')) > 1,
    AT_ONCE_MS,
  );
  await client.query('ROLLBACK');
  await client.end();
});
