import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { isTerminal, statusEvents } from '../support/events.js';
import { alive, listDescendants, type ProcessMark } from '../support/processes.js';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sized } from '../support/size.js';
import { CHILD, RETRIED, SCRIPTS } from '../support/storm-scripts.js';
import { createTask, createMetaTask, readTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

/** Number of kills, fewer than `npm run test:all -- faults` sets, so that this file alone takes a minute. */
const KILLS = Number(process.env['STORM_KILLS'] ?? sized(10, 8));
const RUNS = Number(process.env['STORM_RUNS'] ?? sized(40, 30));
/** Number of kills per kill of the server; the others kill processes that run scripts. */
const KILLS_PER_SERVER = 4;
const APPROVALS = '/external/v1/projects/default/approvals';

let server: ServerProcess;
afterAll(() => server.stop());

const seen = new Map<string, ProcessMark>();
function guestsNow(): ProcessMark[] {
  const marks = listDescendants(server.pid);
  for (const mark of marks) seen.set(`${mark.pid} ${mark.started}`, mark);
  return marks;
}

async function approveAll(stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    try {
      const { body } = await server.call<{ id: string }[]>(
        'GET',
        `${APPROVALS}?status=pending&limit=200`,
      );
      for (const { id } of Array.isArray(body) ? body : [])
        await server.call('POST', `${APPROVALS}/${id}`, { body: { decision: 'approve' } });
    } catch {
      // The server is being killed.
    }
    await delay(100);
  }
}

it(`a storm of kills loses no run, ends none twice and leaves no process behind`, async () => {
  server = await startServerProcess({
    METARUN_CONCURRENCY: '8',
    METARUN_LEASE_SECONDS: '2',
    METARUN_SHUTDOWN_SECONDS: '0',
  });
  await createMetaTask(server, 'typescript', CHILD, { identifier: 'storm-child', ...RETRIED });
  const identifiers = [
    await createMetaTask(server, 'python', SCRIPTS.python, RETRIED),
    await createMetaTask(server, 'typescript', SCRIPTS.typescript, RETRIED),
  ];
  const ids: string[] = [];
  const done = new AbortController();
  const approving = approveAll(done.signal);

  const killedAt: number[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    // Tasks are created throughout the storm, so that some are running at each kill.
    while (ids.length < (RUNS * kill) / KILLS) {
      const index = ids.length;
      const identifier = identifiers[index % identifiers.length] ?? '';
      ids.push(await createTask(server, identifier, { index }));
    }
    await delay(Math.random() * 400);
    const guests = guestsNow();
    if (kill % KILLS_PER_SERVER === 0) {
      killedAt.push(Date.now());
      await server.restart('SIGKILL');
      continue;
    }
    const victim = guests[Math.floor(Math.random() * guests.length)];
    if (victim && alive([victim]).length > 0)
      try {
        process.kill(victim.pid, 'SIGKILL');
      } catch {
        // The process has ended by itself.
      }
  }
  for (const id of ids) await taskWhen(server, id, undefined, 300_000);
  done.abort();
  await approving;

  const marker = await createTask(server, await createMetaTask(server, 'python', NO_OP.python));
  const events = await statusEvents(server, marker);
  const endsOf = new Map<string, string[]>();
  for (const event of events) {
    const { task_id: id, status = '' } = event.data;
    if (isTerminal(event)) endsOf.set(id, [...(endsOf.get(id) ?? []), status]);
  }
  const ends = (id: string): string[] => endsOf.get(id) ?? [];
  const lost = ids.filter((id) => ends(id).length === 0);
  const doubled = [...endsOf.keys()].filter((id) => ends(id).length > 1);
  const failed = ids.filter((id) => ends(id)[0] !== 'success');
  const codes = new Set<string | null>();
  for (const id of failed) codes.add((await readTask(server, id)).body.error_code);
  const times = events.map(({ data }) => Date.parse(data.time));
  const recoveries = killedAt
    .flatMap((at) => times.find((time) => time > at) ?? [])
    .map((time, index) => time - (killedAt[index] ?? 0))
    .toSorted((one, other) => one - other);

  let twice = 0;
  let children = 0;
  for (const [index, id] of ids.entries()) {
    const { body } = await server.call<{ name: string; kind: string; status: string }[]>(
      'GET',
      `${TASKS}/${id}/steps`,
    );
    const names = body.map(({ kind, name }) => `${kind} ${name}`);
    twice += names.length - new Set(names).size;
    children += body.filter(({ kind }) => kind === 'task').length;
    expect(names.filter((one) => one.startsWith('step '))).toEqual(
      failed.includes(id) ? expect.anything() : ['step one', 'step two'],
    );
    const { body: task } = await server.call<{ result: unknown }>('GET', `${TASKS}/${id}`);
    if (!failed.includes(id)) expect([id, task.result]).toEqual([id, [index, index, index + 1]]);
  }
  guestsNow();
  await server.end('SIGTERM');
  const all = [...seen.values()];
  await until('the processes of scripts to end', () => alive(all).length === 0, 30_000);

  const row = {
    database: DATABASE,
    runs: ids.length,
    kills: KILLS,
    server_kills: killedAt.length,
    children,
    lost: lost.length,
    doubled: doubled.length,
    given_up: failed.length,
    steps_recorded_twice: twice,
    orphans: alive(all).length,
    recovery_p95_ms: recoveries.at(Math.ceil(recoveries.length * 0.95) - 1) ?? null,
  };
  const file = process.env['TEST_STORMS'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
  expect(row).toMatchObject({ lost: 0, doubled: 0, steps_recorded_twice: 0, orphans: 0 });
  // A task that lost its worker four times in a row may fail for that reason.
  expect([...codes].filter((code) => code !== 'worker_lost')).toEqual([]);
  expect(failed.length).toBeLessThanOrEqual(RUNS / 10);
}, 900_000);
