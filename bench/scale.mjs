import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '../test/support/embedded-postgres.ts';
import { Client } from './client.mjs';
import { prepare } from './load.mjs';
import { createDatabase } from './postgres.mjs';
import { onData, seed } from './seed.mjs';
import { createServer } from './server.mjs';
import { clock, percentile, spread } from './statistics.mjs';

const FULL = {
  few: 200,
  pending: 100_000,
  finished: [0, 1_000_000],
  rounds: 100,
  warmUp: 50,
  queued: 3_000,
  drainMs: 5_000,
  waiting: 10_000,
  settleMs: 4_000,
  deletedDays: 10,
  blocks: 12,
  blockMs: 1_500,
  shared: false,
};
const QUICK = {
  ...FULL,
  pending: 4,
  finished: [0, 400],
  rounds: 1,
  warmUp: 1,
  queued: 4,
  drainMs: 300,
  waiting: 10,
  settleMs: 200,
  blocks: 1,
  blockMs: 200,
  // Rows are inserted while the servers run, and one server holds both the few and the waiting tasks.
  shared: true,
};
const DAY_MS = 24 * 3600 * 1000;
/** Maximum time of each request, relative to its time on an almost empty database. */
const MOST = 1.5;
/** Minimum number of rows that retention should delete per second. */
const LEAST_DELETED = 2_000;

/**
 * Measures requests and claims with many tasks in the database, compared with a second server whose database has few.
 * The requests alternate between the two, so that changes in the speed of the machine affect both.
 */
export async function scale({ quick, kinds, say }) {
  const size = quick ? QUICK : FULL;
  const postgres = kinds.includes('postgres') ? await startPostgres() : null;
  try {
    const results = {};
    for (const name of kinds) {
      const admin = name === 'postgres' ? postgres.url : '';
      results[name] = await onDatabase(admin, size, (text) => say(`${name}: ${text}`));
    }
    return results;
  } finally {
    await postgres?.stop();
  }
}

async function onDatabase(admin, size, say) {
  const empty = await site(admin);
  const full = await site(admin);
  try {
    for (const each of [empty, full]) await fill(each, size, [['finished', size.few]]);
    const stages = [];
    let there = 0;
    await fill(full, size, [['later', size.pending]]);
    for (const finished of size.finished) {
      say(`${finished} finished tasks, ${size.pending} pending`);
      if (finished > there) await fill(full, size, [['finished', finished - there]]);
      there = finished;
      stages.push({ finished, pending: size.pending, times: await compare(empty, full, size) });
    }
    say('while retention deletes half of them, and while it does not');
    const deleting = await whileDeleting(full, size);
    say(`${size.queued} and ${size.pending} due tasks`);
    const drained = { few: await drain(empty, size, size.queued), many: await drain(full, size) };
    say(`${size.waiting} waiting tasks`);
    const waiting = size.shared
      ? await withWaiting(empty, size)
      : await onSite(admin, (each) => withWaiting(each, size));
    return { stages, deleting, drained, waiting };
  } finally {
    for (const each of [empty, full]) await each.remove();
  }
}

/** Starts a server with its own database, into which rows can be inserted while it is stopped. */
async function site(admin) {
  const database = admin === '' ? null : await createDatabase(admin);
  const env = database === null ? {} : { METARUN_DATABASE_URL: database.url };
  const server = await createServer({ env });
  await server.start();
  const client = new Client(server);
  await client.open();
  const identifier = await prepare(client, 'typescript', 5);
  return {
    server,
    client,
    identifier,
    remove: async () => {
      client.close();
      await server.remove();
      await database?.drop();
    },
  };
}

/** Sets the retention of finished tasks in days; null sets the default. */
function keep({ server, client }, days) {
  const body = { tasks_days: days };
  return client.call('PATCH', '/projects/default/retention', server.adminToken, body);
}

/**
 * Measures requests while retention deletes and while it does not, alternating every `blockMs`, and the rows deleted
 * per second.
 */
async function whileDeleting(full, { blocks, blockMs, deletedDays }) {
  const kept = Date.now() - (deletedDays - 1) * DAY_MS;
  const seeded = (await list(full.client, 'status=failed&limit=200'))
    .filter(({ finished_at: at }) => Date.parse(at) > kept)
    .map(({ id }) => id);
  const times = { idle: [], deleting: [] };
  const before = await deletedBy(full);
  let deletingMs = 0;
  for (let block = 0; block < 2 * blocks; block += 1) {
    const kind = block % 2 === 0 ? 'idle' : 'deleting';
    await keep(full, kind === 'idle' ? 0 : deletedDays);
    const began = clock();
    for (let round = 0; clock() - began < blockMs; round += 1)
      for (const [, ms] of await once(full, seeded[round % seeded.length])) times[kind].push(ms);
    if (kind === 'deleting') deletingMs += clock() - began;
  }
  await keep(full, 0);
  const rows = (await deletedBy(full)) - before;
  const [idle, deleting] = [times.idle, times.deleting].map((all) => percentile(all, 0.95));
  return {
    idle,
    deleting,
    ratio: deleting / idle,
    rows,
    rowsPerSecond: (rows * 1000) / deletingMs,
  };
}

/** Returns the number of rows that the retention of a server has deleted so far. */
async function deletedBy({ server }) {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const counts = [...text.matchAll(/^metarun_retention_deleted_total\{.*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Inserts rows into the database of a server, which is stopped meanwhile unless it is shared. */
async function fill(each, { shared }, rows) {
  if (!shared) await each.server.stop();
  for (const [kind, count] of rows) await seed(each.server, each.identifier, kind, count);
  if (shared) return;
  await each.server.start();
  await each.client.open();
}

/** Measures each operation on both servers in alternation, in ms. */
async function compare(empty, full, { rounds, warmUp }) {
  const sites = { empty, full };
  const times = {};
  const ids = {};
  for (const [name, { client, identifier }] of Object.entries(sites)) {
    ids[name] = (await list(client, 'status=failed&limit=200')).map(({ id }) => id);
    for (let index = 0; index < warmUp; index += 1) await client.runTask(identifier);
  }
  for (let round = 0; round < rounds; round += 1)
    for (const [name, each] of Object.entries(sites)) {
      const seeded = ids[name][round % ids[name].length];
      for (const [operation, ms] of await once(each, seeded))
        ((times[operation] ??= { empty: [], full: [] })[name] ??= []).push(ms);
    }
  return Object.fromEntries(
    Object.entries(times).map(([operation, { empty: few, full: many }]) => [
      operation,
      { empty: spread(few), full: spread(many), ratio: spread(many).p50 / spread(few).p50 },
    ]),
  );
}

async function once({ client, identifier }, seeded) {
  const { accepted, claimed, total } = await client.runTask(identifier);
  const path = `${client.external}/tasks/${seeded}`;
  const timed = [
    ['list', () => list(client, 'limit=50')],
    ['detail', () => client.call('GET', path, client.token)],
    ['log lines of a task', () => client.call('GET', `${path}/logs`, client.token)],
    ['events of a task', () => client.call('GET', `${path}/events`, client.token)],
    ['list, parent_id', () => list(client, `parent_id=${seeded}`)],
    ['list, status=success', () => list(client, 'status=success')],
    ['list, status=failed', () => list(client, 'status=failed&limit=2')],
    ['list, task_type', () => list(client, `task_type=${identifier}&limit=5`)],
    ['list, task_type of no task', () => list(client, 'task_type=none')],
    ['list, status and task_type', () => list(client, 'status=failed&task_type=type-1&limit=2')],
    ['list, offset=150', () => list(client, 'offset=150&limit=20')],
    ['search, q=seeded', () => list(client, 'q=seeded&limit=20')],
  ];
  const times = [
    ['create', accepted],
    ['claim', claimed],
    ['create -> success', total],
  ];
  for (const [operation, work] of timed) {
    const began = clock();
    await work();
    times.push([operation, clock() - began]);
  }
  return times;
}

function list(client, query) {
  return client.call('GET', `${client.external}/tasks?${query}`, client.token);
}

/** Measures the tasks per second from a queue of due tasks: `count` new ones, or all that were scheduled for later. */
async function drain({ server, client, identifier }, { drainMs }, count = 0) {
  await server.stop();
  if (count > 0) await seed(server, identifier, 'due', count);
  else await onData(server, `UPDATE tasks SET run_at = created_at WHERE status = 'pending'`);
  await server.start();
  await client.open();
  await delay(drainMs / 5);
  const before = client.ended;
  const began = clock();
  await delay(drainMs);
  return ((client.ended - before) * 1000) / (clock() - began);
}

/** Measures memory in MiB and processes of a server, without and with waiting tasks. */
async function withWaiting(each, size) {
  const measured = async () => {
    await each.client.runTask(each.identifier);
    await delay(size.settleMs);
    return each.server.memory();
  };
  await fill(each, size, []);
  const without = await measured();
  await fill(each, size, [['waiting', size.waiting]]);
  return { count: size.waiting, without, with: await measured() };
}

/** Runs a measurement on a separate server. */
async function onSite(admin, measure) {
  const each = await site(admin);
  try {
    return await measure(each);
  } finally {
    await each.remove();
  }
}

/** Renders the report as text. */
export function renderScale(results) {
  return Object.entries(results)
    .map(([database, result]) => renderOne(database, result))
    .join('\n\n');
}

function renderOne(database, { stages, deleting, drained, waiting: wait }) {
  const table = (title, times) => [
    `\n${database}: ${title}; p50 in ms: few tasks, many, ratio`,
    ...Object.entries(times).map(([operation, { empty, full, ratio }]) => {
      const verdict = ratio <= MOST ? '  met' : `  missed: ${MOST} at most`;
      const cells = [empty.p50.toFixed(2), full.p50.toFixed(2), ratio.toFixed(2)];
      return `  ${operation.padEnd(28)}${cells.map((cell) => cell.padStart(9)).join('')}${verdict}`;
    }),
  ];
  const { without, with: there } = wait;
  return [
    ...stages.flatMap(({ finished, pending, times }) =>
      table(`${finished} finished tasks, ${pending} pending ones`, times),
    ),
    `\n${database}: retention, with requests all the while`,
    `  ${deleting.rowsPerSecond.toFixed(0)} rows/s (${deleting.rows} in all)` +
      `${deleting.rowsPerSecond >= LEAST_DELETED ? '  met' : `  missed: ${LEAST_DELETED} at least`}`,
    `  p95 of requests ${deleting.idle.toFixed(2)} ms without it, ${deleting.deleting.toFixed(2)} with it, ratio ` +
      `${deleting.ratio.toFixed(2)}${deleting.ratio <= MOST ? '  met' : `  missed: ${MOST} at most`}`,
    `\n${database}: out of a queue of due tasks`,
    `  short: ${drained.few.toFixed(0)} tasks/s, long: ${drained.many.toFixed(0)} tasks/s`,
    `\n${database}: ${wait.count} waiting tasks`,
    `  server ${without.server.toFixed(0)} -> ${there.server.toFixed(0)} MiB, its children ` +
      `${without.processes} -> ${there.processes}`,
  ].join('\n');
}
