import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AT_ONCE_MS } from '../support/deadlines.js';
import { type MetaTask, postMetaTask } from '../support/meta-tasks.js';
import { NO_OP } from '../support/scripts.js';
import { type HostedServer, startServer } from '../support/server.js';
import { createMetaTask, createTask, createTasks, readTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

const TASKS = 12;

interface Attempt {
  worker: string | null;
}

/** Returns the ids of the workers that have run the tasks. */
async function collectWorkers(server: HostedServer, ids: readonly string[]): Promise<Set<string>> {
  const workers = new Set<string>();
  for (const id of ids) {
    expect((await taskWhen(server, id)).status).toBe('success');
    const { body } = await server.call<Attempt[]>(
      'GET',
      `/external/v1/projects/default/tasks/${id}/attempts`,
    );
    workers.add(body[0]?.worker ?? '');
  }
  return workers;
}

function createTagged(server: HostedServer, ...tags: string[]): Promise<string> {
  return createMetaTask(server, 'typescript', NO_OP.typescript, { runs_on: tags });
}

async function unserved({ url }: HostedServer): Promise<string[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return text.split('\n').filter((line) => line.startsWith('metarun_tasks_unserved{'));
}

const servers: HostedServer[] = [];
afterAll(async () => {
  // The first server owns the shared data, so it stops last.
  for (const server of servers.toReversed()) await server.stop();
});

describe('a worker with tags', () => {
  let server: HostedServer;
  beforeAll(async () => {
    server = await startServer({ METARUN_WORKER_TAGS: 'gpu, eu' });
    servers.push(server);
  });

  it('a worker with tags runs tasks that require some, all or none of them', async () => {
    for (const tags of [[], ['gpu'], ['gpu', 'eu']]) {
      const id = await createTask(server, await createTagged(server, ...tags));
      expect((await taskWhen(server, id)).status).toBe('success');
    }
    const { body } = await server.call<{ workers: object[] }>('GET', '/installation');
    expect(body.workers).toMatchObject([{ tags: ['eu', 'gpu'], only_tagged: false }]);
  });

  it('a tag that no worker has ever had is rejected with a list of the known tags', async () => {
    const refused = await postMetaTask(server, { name: 'tagged', runs_on: ['eu', 'gpus'] });
    expect([refused.status, refused.body]).toEqual([
      422,
      expect.objectContaining({
        code: 'unknown_tags',
        errors: [
          {
            pointer: '/runs_on/1',
            message: 'no worker has ever had the tag "gpus"; known are eu, gpu',
          },
        ],
      }),
    ]);
    for (const wrong of [['GPU'], ['a b'], [''], 'gpu', ['eu', 'eu'], Array<string>(11).fill('x')])
      expect((await postMetaTask(server, { name: 'tagged', runs_on: wrong })).status).toBe(422);
    const { body } = await postMetaTask(server, { name: 'tagged', runs_on: ['eu'] });
    expect((body as MetaTask & { runs_on: string[] }).runs_on).toEqual(['eu']);
  });
});

if (DATABASE === 'postgres')
  describe('several workers', () => {
    let api: HostedServer;
    let gpu: HostedServer;
    const SETTINGS = { METARUN_SHUTDOWN_SECONDS: '0', METARUN_CONCURRENCY: '2' };
    beforeAll(async () => {
      api = await startServer(SETTINGS);
      const tagged = { METARUN_WORKER_TAGS: 'gpu,eu', METARUN_WORKER_ONLY_TAGGED: 'on' };
      gpu = await startServer({ ...api.env, ...tagged });
      servers.push(api, gpu);
    });

    it('a tagged task runs only on a worker with all its tags, and a tagged-only worker runs no other', async () => {
      const tagged = await createTagged(api, 'gpu');
      const limited = await createMetaTask(api, 'typescript', NO_OP.typescript, {
        runs_on: ['eu', 'gpu'],
        concurrency_limit: 1,
      });
      const own = [
        ...(await createTasks(api, [tagged, limited], TASKS)),
        ...(await createTasks(gpu, [tagged], TASKS)),
      ];
      const others = await createTasks(gpu, [await createTagged(api)], TASKS);
      const [owners, rest] = [await collectWorkers(api, own), await collectWorkers(api, others)];
      expect([owners.size, rest.size]).toEqual([1, 1]);
      expect(owners).not.toEqual(rest);
    });

    it('a task whose tags no live worker has reports that, and runs as soon as one appears', async () => {
      const tagged = await createMetaTask(api, 'typescript', NO_OP.typescript, {
        runs_on: ['gpu'],
        concurrency_limit: 1,
      });
      await gpu.close();
      const ids = await createTasks(api, [tagged], 3);
      const [id = ''] = ids;
      const { pending } = (await readTask(api, id)).body;
      expect(pending).toMatchObject({ reason: 'no_worker', tags: ['gpu'] });
      // A waiting task takes neither a slot of its server nor, from another version, a place under the limit.
      const untagged = await createTask(api, await createTagged(api));
      expect((await taskWhen(api, untagged)).status).toBe('success');
      await until(
        'the tasks to be counted',
        async () => (await unserved(api)).join() === 'metarun_tasks_unserved{pool="gpu"} 3',
        AT_ONCE_MS,
      );
      const wanted = await api.call('GET', '/scale?tags=gpu', { token: null });
      expect(wanted.body).toEqual({ wanted_servers: 3, wanted_slots: 3 });
      expect((await api.call('GET', '/scale?tags=GPU', { token: null })).status).toBe(422);
      await gpu.reopen();
      for (const each of ids) expect((await taskWhen(api, each)).status).toBe('success');
    });
  });
