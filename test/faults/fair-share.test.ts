import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectTo } from '../support/postgres.js';
import { type HostedServer, startServer } from '../support/server.js';
import { until } from '../support/until.js';

const FLOOD = 600;
const OTHERS = 60;
/** Number of slots of both workers. */
const SLOTS = 4;
const TAKES_A_MOMENT =
  'export const run = () => new Promise((resolve) => setTimeout(() => resolve(1), 50));\n';

const servers: HostedServer[] = [];
beforeAll(async () => {
  const settings = { METARUN_SHUTDOWN_SECONDS: '0', METARUN_CONCURRENCY: String(SLOTS / 2) };
  const api = await startServer({ ...settings, METARUN_ROLE: 'api,keeper' });
  servers.push(api);
  for (let n = 0; n < 2; n += 1)
    servers.push(await startServer({ ...api.env, METARUN_ROLE: 'worker' }));
});
afterAll(async () => {
  // The first server owns the shared data, so it stops last.
  for (const server of servers.toReversed()) await server.stop();
});

async function createMany(api: HostedServer, project: string, count: number): Promise<void> {
  const tasks = Array(count).fill({ task_type_identifier: 'short', params: {} });
  const path = `/external/v1/projects/${project}/tasks/batch`;
  const made = await api.call('POST', path, { token: api.adminToken, body: { tasks } });
  expect(made.status).toBe(201);
}

it('a flood of tasks in one project leaves another project its share of all worker slots', async () => {
  const [api] = servers;
  if (api === undefined) throw new Error('there is no server');
  await api.call('POST', '/projects', { body: { name: 'Other', slug: 'other' } });
  for (const project of ['default', 'other']) {
    const body = { name: 'short', script: TAKES_A_MOMENT, script_language: 'typescript' };
    const made = await api.call('POST', `/projects/${project}/task-types/`, { body });
    expect(made.status).toBe(201);
  }
  const client = await connectTo(api.env['METARUN_DATABASE_URL'] ?? '');
  const started = async (): Promise<string[]> => {
    const { rows } = await client.query<{ slug: string }>(
      `SELECT project.slug FROM tasks task JOIN projects project ON project.id = task.project_id
       WHERE started_at IS NOT NULL ORDER BY started_at`,
    );
    return rows.map(({ slug }) => slug);
  };
  await createMany(api, 'default', FLOOD);
  // All slots of both workers are taken by tasks of one project, and so is the queue.
  await until('the flood to run', async () => (await started()).length > SLOTS);
  await createMany(api, 'other', OTHERS);
  const starts = await until('the tasks of the other project', async () => {
    const all = await started();
    return all.filter((slug) => slug === 'other').length === OTHERS && all;
  });
  await client.end();
  const begun = starts.indexOf('other');
  const end = starts.lastIndexOf('other') + 1;
  // The flood neither ended before nor paused meanwhile.
  expect(end).toBeLessThan(FLOOD);
  const during = starts.slice(begun, end).filter((slug) => slug === 'default').length;
  expect(during).toBeGreaterThan(OTHERS / 2);
  expect(during).toBeLessThan(OTHERS * 2);
});
