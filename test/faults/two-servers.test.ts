import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { refusedStart } from '../support/cli.js';
import { statusesByTask, statusEvents } from '../support/events.js';
import { type Entry, FilesClient } from '../support/files-client.js';
import { createDatabase, query } from '../support/postgres.js';
import { LANGUAGES, NO_OP } from '../support/scripts.js';
import { newInstallation } from '../support/server.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import {
  createTask,
  createTasks,
  createMetaTask,
  loadLogs,
  type TaskDetail,
  taskWhen,
} from '../support/tasks.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

const LEASE_SECONDS = 2;
const SWEEP_MS = (LEASE_SECONDS * 1000) / 3;
/** Time beyond lease and sweep in which a busy machine claims a task, in ms. */
const SLACK_MS = 30_000;

const SETTINGS = {
  METARUN_LEASE_SECONDS: String(LEASE_SECONDS),
  METARUN_CONCURRENCY: '4',
  METARUN_SHUTDOWN_SECONDS: '0',
};

/** Time that a first attempt works before its first output, in ms; enough to stop its server. */
const FIRST_ATTEMPT_MS = 10_000;

/** Continues after its server has lost it: logs a line, writes a file and returns, each with the attempt. */
const GOES_ON = {
  python: `import time
def run(params, reporter):
    reporter.set_phase("Working")
    time.sleep(${FIRST_ATTEMPT_MS / 1000} if reporter.task.attempt == 1 else 0)
    attempt = f"attempt {reporter.task.attempt}"
    print(attempt)
    reporter.set_phase(attempt)
    reporter.files.write(f"/{reporter.task.id}.txt", attempt)
    return attempt
`,
  typescript: `export async function run(params: unknown, reporter) {
  reporter.setPhase('Working');
  await new Promise((done) => setTimeout(done, reporter.task.attempt === 1 ? ${FIRST_ATTEMPT_MS} : 0));
  const attempt = 'attempt ' + reporter.task.attempt;
  console.log(attempt);
  reporter.setPhase(attempt);
  await reporter.files.write('/' + reporter.task.id + '.txt', attempt);
  return attempt;
}
`,
};
/** Writes files without end in its first attempt. */
const WRITES = `export async function run(params: unknown, reporter) {
  const { id, attempt } = reporter.task;
  for (let n = 0; attempt === 1 || n < 1; n += 1) {
    await reporter.files.write('/' + id + '/' + attempt + '-' + n + '.txt', String(n));
    if (n === 10) reporter.setPhase('Writing');
  }
}
`;
const SHORT = `import time
def run(params, reporter):
    time.sleep(0.4)
    reporter.files.write(f"/{reporter.task.id}.txt", f"attempt {reporter.task.attempt}")
`;

/** Returns the number of running tasks on one server. */
async function running(server: ServerProcess): Promise<number> {
  const { body } = await server.call<{ details: { queue: { running: number } } }>(
    'GET',
    '/health/ready',
  );
  return body.details.queue.running;
}

/** Returns whether a process with this id exists. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Continues a stopped server and waits until it answers. It first closes long-idle connections, which a request may
 * hit.
 */
async function goOn(server: ServerProcess): Promise<void> {
  process.kill(server.pid, 'SIGCONT');
  const answers = (): Promise<boolean> => {
    if (!isThere(server.pid)) throw new Error(`the server has ended:\n${server.output.stderr}`);
    return server.call('GET', '/health/live').then(
      () => true,
      () => false,
    );
  };
  await until('the server to answer again', answers);
}

/**
 * Stops a server and ends its transactions, as PostgreSQL does after a while; until then, others wait for its locked
 * rows.
 */
async function standStill(server: ServerProcess): Promise<void> {
  process.kill(server.pid, 'SIGSTOP');
  await query(
    server.env['METARUN_DATABASE_URL'] ?? '',
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  );
}

async function marker(server: ServerProcess): Promise<string> {
  return createTask(server, await createMetaTask(server, 'python', NO_OP.python));
}

/** Defines a suite for one database; the other has nothing to test. */
function on(database: typeof DATABASE, what: string, suite: () => void): void {
  if (database === DATABASE) describe(what, suite);
}

on('postgres', 'two servers on one database', () => {
  let first: ServerProcess;
  let second: ServerProcess;
  beforeAll(async () => {
    first = await startServerProcess(SETTINGS);
    second = await startServerProcess(first.env);
  });
  // A failed test may have left a server stopped.
  afterEach(() => {
    for (const { pid } of [first, second]) if (isThere(pid)) process.kill(pid, 'SIGCONT');
  });
  afterAll(async () => {
    await second.end('SIGKILL');
    await first.stop();
  });

  it('a stale fencing token changes nothing, and the stale run is killed', async () => {
    // The second server is stopped until the first one is, which must happen during the first attempts.
    process.kill(second.pid, 'SIGSTOP');
    const types: string[] = [];
    for (const language of LANGUAGES)
      types.push(await createMetaTask(first, language, GOES_ON[language]));
    const endless = GOES_ON.python.replace(`sleep(${FIRST_ATTEMPT_MS / 1000}`, 'sleep(600');
    const late = await createTask(first, await createMetaTask(first, 'python', endless));
    await taskWhen(first, late, (task) => task.current_phase === 'Working');
    // These tasks start last and together, so that their server can be stopped before any of them logs.
    const ids = await Promise.all(types.map((type) => createTask(first, type)));
    for (const id of ids) await taskWhen(first, id, (task) => task.current_phase === 'Working');
    await standStill(first);
    await goOn(second);
    const ended: TaskDetail[] = [];
    for (const id of ids) ended.push(await taskWhen(second, id));
    for (const task of ended)
      expect(task).toMatchObject({ status: 'success', attempt: 2, result: 'attempt 2' });
    await taskWhen(second, late, (task) => task.attempt === 2);
    // By then, the stale runs have sent output to a stopped server.
    const spoken = Date.now() + FIRST_ATTEMPT_MS;
    await until('the first attempts to speak', () => Date.now() > spoken, 2 * FIRST_ATTEMPT_MS);
    await goOn(first);
    await until('the stale runs to be killed', async () => (await running(first)) === 0);

    const files = new FilesClient(second, second.apiKey);
    for (const task of ended) {
      expect(await taskWhen(second, task.id)).toEqual(task);
      expect(await (await files.raw(`/${task.id}.txt`)).text()).toBe('attempt 2');
      expect((await loadLogs(second, task.id)).map(({ text }) => text)).toEqual(['attempt 2']);
    }
    const statuses = statusesByTask(await statusEvents(second, await marker(second)));
    for (const id of ids)
      expect(statuses.get(id)).toEqual(['pending', 'running', 'pending', 'running', 'success']);
  });

  it('no file of a run is stored after its next attempt has begun', async () => {
    process.kill(second.pid, 'SIGSTOP');
    const identifier = await createMetaTask(first, 'typescript', WRITES);
    const ids = await createTasks(first, [identifier], 4);
    for (const id of ids) await taskWhen(first, id, (task) => task.current_phase === 'Writing');
    await standStill(first);
    await goOn(second);
    for (const id of ids) expect((await taskWhen(second, id)).status).toBe('success');
    await goOn(first);
    await until('the stale runs to be killed', async () => (await running(first)) === 0);

    const claims = (await statusEvents(second, await marker(second))).filter(
      ({ data }) => data.status === 'running' && data.attempt === 2,
    );
    const files = new FilesClient(second, second.apiKey);
    for (const id of ids) {
      const claimed = claims.find(({ data }) => data.task_id === id);
      const listed = await files.fetch(`?path=/${id}&limit=1000`);
      const stale = ((await listed.json()) as Entry[]).filter(({ name }) => name.startsWith('1-'));
      expect(stale.length).toBeGreaterThan(0);
      const late = stale.filter(
        ({ updated_at }) => Date.parse(updated_at) > Date.parse(claimed?.data.time ?? ''),
      );
      expect(late).toEqual([]);
    }
  });

  it('a second server with a separate data folder is refused with instructions that work', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'metarun-separate-'));
    try {
      const refused = await refusedStart({ ...first.env, METARUN_DATA_DIR: folder });
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain(
        `The folder ${folder} (METARUN_DATA_DIR) has the files of another`,
      );
      expect(refused.stderr).toContain('share the data folder, keep files in a bucket');
      expect(refused.stderr.trim().split('\n')).toHaveLength(1);
      // The operator follows the message because the folder is the right one.
      const [, id = ''] = /write (\S+) into (\S+)\./.exec(refused.stderr) ?? [];
      await writeFile(join(folder, 'installation'), id);
      const third = await startServerProcess({ ...first.env, METARUN_DATA_DIR: folder });
      expect((await third.call('GET', '/projects/default')).status).toBe(200);
      await third.end('SIGTERM');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('two servers keep running tasks after the database has cut every connection', async () => {
    const identifier = await createMetaTask(first, 'python', SHORT);
    const ids = await createTasks(first, [identifier], 8);
    await query(
      first.env['METARUN_DATABASE_URL'] ?? '',
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    for (const id of ids) expect((await taskWhen(first, id)).status).toBe('success');
  });

  // This test kills the first server.
  it('two servers share the tasks, run none twice, and the survivor takes over from a killed one', async () => {
    const ids = await createTasks(first, [await createMetaTask(first, 'python', SHORT)], 40);
    await until(
      'both to work',
      async () => (await running(first)) > 0 && (await running(second)) > 0,
    );
    await first.end('SIGKILL');
    const killed = Date.now();
    for (const id of ids) expect((await taskWhen(second, id)).status).toBe('success');
    const events = await statusEvents(second, await marker(second));
    const files = new FilesClient(second, second.apiKey);
    let taken = 0;
    for (const id of ids) {
      const own = events.filter(({ data }) => data.task_id === id);
      const last = own.at(-1)?.data.attempt;
      taken += last === 1 ? 0 : 1;
      expect(own.filter(({ data }) => data.status === 'success')).toHaveLength(1);
      expect(own.filter(({ data }) => data.status === 'running')).toHaveLength(last ?? 0);
      expect(await (await files.raw(`/${id}.txt`)).text()).toBe(`attempt ${last}`);
      const lost = own.find(({ data }) => data.status === 'pending' && data.attempt === 1);
      if (lost)
        expect(Date.parse(lost.data.time) - killed).toBeLessThan(
          LEASE_SECONDS * 1000 + SWEEP_MS + SLACK_MS,
        );
    }
    // At most four tasks ran on the killed server.
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThanOrEqual(4);
  });
});

on('postgres', 'servers that begin', () => {
  it('several servers start at the same time on an empty database', async () => {
    const { settings, remove } = await newInstallation(SETTINGS);
    const starts = await Promise.allSettled(
      Array.from({ length: sized(3, 2) }, () => startServerProcess(settings)),
    );
    const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    const answers = await Promise.all(
      servers.map((server) => server.call('GET', '/projects/default')),
    );
    for (const server of servers) await server.end('SIGKILL');
    await remove();
    expect(starts.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(answers.map(({ status }) => status)).toEqual(starts.map(() => 200));
  });

  it('only one of two servers with separate data folders starts on an empty database', async () => {
    const database = await createDatabase();
    const folders = await Promise.all(
      [1, 2].map(() => mkdtemp(join(tmpdir(), 'metarun-separate-'))),
    );
    const starts = await Promise.allSettled(
      folders.map((folder) =>
        startServerProcess({
          ...SETTINGS,
          METARUN_DATABASE_URL: database.url,
          METARUN_DATA_DIR: folder,
        }),
      ),
    );
    for (const start of starts) if (start.status === 'fulfilled') await start.value.end('SIGTERM');
    await database.drop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
    const refused = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []));
    expect(refused).toHaveLength(1);
    expect(String(refused[0])).toContain('the files of another installation');
  });
});

on('postgres', 'a database and its files', () => {
  let first: ServerProcess;
  beforeAll(async () => {
    first = await startServerProcess(SETTINGS);
    const files = new FilesClient(first, first.apiKey);
    expect((await files.put('/a.txt', 'one')).status).toBe(201);
    await first.end('SIGTERM');
  });
  afterAll(() => first.stop());

  it('a new database accepts no data folder that already holds files', async () => {
    const database = await createDatabase();
    const refused = await refusedStart({ ...first.env, METARUN_DATABASE_URL: database.url });
    await database.drop();
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('A new database needs an empty data folder, bucket or prefix.'),
    ]);
  });

  it('a database with files of its own accepts only a data folder that holds them', async () => {
    // An earlier version did not write marks.
    await query(first.env['METARUN_DATABASE_URL'] ?? '', 'DELETE FROM installation');
    const other = await mkdtemp(join(tmpdir(), 'metarun-separate-'));
    const refused = await refusedStart({ ...first.env, METARUN_DATA_DIR: other });
    await rm(other, { recursive: true, force: true });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('the files of another installation'),
    ]);
    await rm(join(first.dataDir, 'installation'));
    await first.restart();
    expect((await new FilesClient(first, first.apiKey).read('/a.txt')).status).toBe(200);
    await first.end('SIGTERM');
    // A backup contains the files; backups of earlier versions contain no mark.
    await rm(join(first.dataDir, 'installation'));
    await first.restart();
    expect(await readFile(join(first.dataDir, 'installation'), 'utf8')).toMatch(
      /^[0-9a-f-]{36}\n$/,
    );
  });
});

on('sqlite', 'a second server on one data folder', () => {
  let first: ServerProcess;
  let second: ServerProcess | null = null;
  beforeAll(async () => {
    first = await startServerProcess(SETTINGS);
  });
  afterAll(async () => {
    await second?.end('SIGKILL');
    await first.stop();
  });

  it('a second server is refused even while the first one stands still', async () => {
    process.kill(first.pid, 'SIGSTOP');
    expect((await refusedStart(first.env)).code).toBe(1);
    await goOn(first);
    expect((await first.call('GET', '/projects/default')).status).toBe(200);
  });

  it('a second server on one data folder is refused, and takes the tasks over once the first is dead', async () => {
    const ids = await createTasks(first, [await createMetaTask(first, 'python', SHORT)], 20);
    const refused = await refusedStart(first.env);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`Another metarun server is using ${first.dataDir}`);
    expect(refused.stderr).toContain('METARUN_DATA_DIR');
    expect(refused.stderr.trim().split('\n')).toHaveLength(1);
    await first.end('SIGKILL');
    second = await startServerProcess(first.env);
    for (const id of ids) expect((await taskWhen(second, id)).status).toBe('success');
    const statuses = statusesByTask(await statusEvents(second, await marker(second)));
    for (const id of ids)
      expect(statuses.get(id)?.filter((status) => status === 'success')).toHaveLength(1);
  });
});
