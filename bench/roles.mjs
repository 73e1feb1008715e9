// Measures an installation of several processes on one PostgreSQL: two API servers, a keeper and two workers. Measures
// the start and end notification of tasks at fixed rates, also while a transaction is left open; the rate of creating
// tasks, compared with a server on SQLite; the wait of a project with one task beside a project with thousands; and the
// cost of idle workers. `npm run bench -- roles`; `--quick` only shows that the benchmark works, `--json` prints JSON,
// `--bus=redis` starts the Redis or Valkey of this machine, `--only=pickup,idle` measures less. PostgreSQL is the
// server of TEST_POSTGRES_URL, or else one from npm.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as listen } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../test/support/embedded-postgres.ts';
import { redisProgram } from '../test/support/redis-program.ts';
import { Client } from './client.mjs';
import { prepare } from './load.mjs';
import { createDatabase, statementsPerSecond } from './postgres.mjs';
import { createServer } from './server.mjs';
import { clock, percentile, tails } from './statistics.mjs';

const MEASUREMENTS = { pickup, flow, transaction, creates, turns, idle };

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    bus: { type: 'string', default: 'postgres' },
    only: { type: 'string', default: Object.keys(MEASUREMENTS).join(',') },
  },
});
const size = (usual, quick) => (flags.quick ? quick : usual);
/** Number of tasks in each measurement, and how many of them are created per second. */
const PICKUP = { count: size(60, 3), perSecond: 10 };
const FLOW = { count: size(240, 6), perSecond: 60 };
const TRANSACTION = { count: size(6_000, 6), perSecond: 100 };
const CREATES = { count: size(5_000, 20), clients: size(50, 4), rounds: size(3, 1) };
/** Number of tasks of the large project, their duration in ms, and the number of tasks of the other project. */
const TURNS = { backlog: size(2_000, 30), ms: 200, count: size(10, 1) };
const IDLE = { workers: size(20, 2), ms: size(60_000, 1_000) };
const WARM_UP = size(2_000, 2);
const SLEEPS = `export async function run() {\n  await new Promise((done) => setTimeout(done, ${TURNS.ms}));\n}\n`;

const postgres = await startPostgres(['shared_preload_libraries=pg_stat_statements']);
const redis = flags.bus === 'redis' ? await startRedis() : null;
const database = await createDatabase(postgres.url);
const watcher = new pg.Client({ connectionString: database.url });
await watcher.connect();
const api = await createServer({
  env: {
    METARUN_DATABASE_URL: database.url,
    METARUN_BUS: redis?.url ?? 'postgres',
    METARUN_ROLE: 'api',
  },
});
const processes = [api];
const client = new Client(api);
let code = 0;
try {
  await api.start();
  const secondApi = await add('api');
  await add('keeper');
  for (let worker = 0; worker < 2; worker += 1) await add('worker');
  await client.open();
  const noop = await prepare(client, 'typescript', WARM_UP);
  const report = { bus: flags.bus };
  for (const name of flags.only.split(',')) {
    process.stderr.write(`bench:roles: ${name}\n`);
    report[name] = { load: loadavg()[0], ...(await MEASUREMENTS[name]({ noop, secondApi })) };
  }
  console.log(flags.json ? JSON.stringify(report, null, 2) : render(report));
} catch (error) {
  process.stderr.write(`bench: ${error.stack}\n`);
  code = 1;
} finally {
  client.close();
  await watcher.end();
  for (const server of processes.toReversed()) await server.remove();
  await database.drop();
  await postgres.stop();
  redis?.stop();
}
process.exit(code);

/** Starts another process. */
async function add(role) {
  const server = await createServer({ env: { ...api.env, METARUN_ROLE: role } });
  processes.push(server);
  await server.start();
  return server;
}

/** Measures a few tasks per second: the time from their due time to the claim, by the clock of the database. */
async function pickup({ noop }) {
  const ids = await atRate(PICKUP, () => create(client, noop));
  for (const id of ids) await client.awaitEnd(id);
  return { claimed: tails(await measureWaits(ids)) };
}

/** Measures many tasks per second: the time from the request that creates a task to its end event at the client. */
async function flow({ noop }) {
  const seen = await atRate(FLOW, async () => {
    const began = clock();
    const { at } = await client.awaitEnd(await create(client, noop));
    return at - began;
  });
  return { seen: tails(seen) };
}

/** Measures many tasks per second while another client of the database leaves a transaction open. */
async function transaction({ noop }) {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  try {
    await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await other.query('SELECT count(*) FROM tasks');
    const ids = await atRate(TRANSACTION, () => create(client, noop));
    for (const id of ids) await client.awaitEnd(id);
    return { claimed: tails(await measureWaits(ids)) };
  } finally {
    await other.end();
  }
}

/** Creates tasks for tomorrow, which nothing runs, on both API servers, in alternation with a server on SQLite. */
async function creates({ secondApi }) {
  const sqlite = await createServer();
  try {
    await sqlite.start();
    const targets = { roles: [api, secondApi], sqlite: [sqlite] };
    const rounds = { roles: [], sqlite: [] };
    for (let round = 0; round < CREATES.rounds; round += 1)
      for (const [name, servers] of Object.entries(targets))
        rounds[name].push(await createMany(servers));
    const of = (name) => ({
      perSecond: percentile(
        rounds[name].map(({ perSecond }) => perSecond),
        0.5,
      ),
      answered: tails(rounds[name].flatMap(({ times }) => times)),
    });
    const { rows } = await watcher.query(
      'SELECT max(seq)::int AS last, count(*)::int AS count FROM task_events GROUP BY project_id',
    );
    const measured = { roles: of('roles'), sqlite: of('sqlite') };
    return {
      ...measured,
      ratio: measured.roles.perSecond / measured.sqlite.perSecond,
      // Event numbers must have no gaps.
      gaps: rows.reduce((sum, { last, count }) => sum + last - count, 0),
    };
  } finally {
    await sqlite.remove();
  }
}

async function createMany(servers) {
  const clients = servers.map((server) => new Client(server));
  const [first] = clients;
  const identifier = await first.createMetaTask('typescript', SLEEPS, { name: 'later' });
  const run_at = new Date(Date.now() + 86_400_000).toISOString();
  const times = [];
  let left = CREATES.count;
  const began = clock();
  await Promise.all(
    Array.from({ length: CREATES.clients }, async (_, index) => {
      const own = clients[index % clients.length];
      while (left > 0) {
        left -= 1;
        const asked = clock();
        await create(own, identifier, { run_at });
        times.push(clock() - asked);
      }
    }),
  );
  const perSecond = CREATES.count / ((clock() - began) / 1000);
  for (const each of clients) each.close();
  return { perSecond, times };
}

/**
 * Measures the tasks of a project that has one at a time, created on the second API server, while another project has
 * many.
 */
async function turns({ secondApi }) {
  const { id: project } = await client.call('POST', '/projects', api.adminToken, { name: 'other' });
  const other = new Client(secondApi, project);
  try {
    const sleeps = await client.createMetaTask('typescript', SLEEPS, { name: 'many' });
    const single = await other.createMetaTask('typescript', SLEEPS, { name: 'single' });
    const tasks = Array.from({ length: TURNS.backlog }, () => ({
      task_type_identifier: sleeps,
      params: {},
    }));
    const made = await client.call('POST', `${client.external}/tasks/batch`, client.token, {
      tasks,
    });
    while ((await countTasks(sleeps, 'pending')) === tasks.length) await delay(20);
    const ids = [];
    for (let index = 0; index < TURNS.count; index += 1) {
      ids.push(await create(other, single));
      await delay(2 * TURNS.ms);
    }
    const backlog = await countTasks(sleeps, 'pending');
    await cancelAll(made.map(({ id }) => id));
    while ((await countTasks(sleeps, 'pending')) + (await countTasks(sleeps, 'running')) > 0)
      await delay(50);
    return { claimed: tails(await measureWaits(ids)), backlog };
  } finally {
    other.close();
  }
}

/** Measures an idle installation with many workers: statements, connections and time in PostgreSQL. */
async function idle() {
  for (let worker = 0; worker < IDLE.workers; worker += 1) await add('worker');
  // Processes settle within a few seconds of their start.
  await delay(size(15_000, 500));
  const open = await connections();
  const counted = await statementsPerSecond(database.url, () => delay(IDLE.ms));
  return {
    processes: processes.length,
    connections: open / processes.length,
    statements: counted === null ? null : counted.calls / processes.length,
    databaseMs: counted?.ms ?? null,
  };
}

async function connections() {
  const { rows } = await watcher.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  return rows[0].count;
}

async function create(at, identifier, more = {}) {
  const body = { task_type_identifier: identifier, params: {}, ...more };
  const { id } = await at.call('POST', `${at.external}/tasks`, at.token, body);
  return id;
}

/**
 * Starts `count` calls at a fixed rate per second, whether or not earlier ones have ended. Resolves to their results.
 */
async function atRate({ count, perSecond }, call) {
  const began = clock();
  const calls = [];
  for (let index = 0; index < count; index += 1) {
    calls.push(call());
    const ahead = began + ((index + 1) * 1000) / perSecond - clock();
    if (ahead > 0) await delay(ahead);
  }
  return Promise.all(calls);
}

/** Returns the time from the due time of each task to its claim, in ms. */
async function measureWaits(ids) {
  const { rows } = await watcher.query(
    'SELECT (started_at - run_at)::float AS ms FROM tasks WHERE id = ANY($1)',
    [ids],
  );
  return rows.map(({ ms }) => ms);
}

async function countTasks(identifier, status) {
  const { rows } = await watcher.query(
    'SELECT count(*)::int AS count FROM tasks WHERE task_type = $1 AND status = $2',
    [identifier, status],
  );
  return rows[0].count;
}

/** Cancels tasks, as many per request as the API allows. */
async function cancelAll(ids) {
  for (let from = 0; from < ids.length; from += 1_000) {
    const body = { action: 'cancel', ids: ids.slice(from, from + 1_000) };
    await client.call('POST', `${client.external}/tasks/bulk`, client.token, body);
  }
}

async function startRedis() {
  const program = redisProgram();
  if (program === '') throw new Error('found neither redis-server nor valkey-server on PATH');
  const server = listen().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  const child = spawn(program, ['--port', port, '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  });
  return { url: `redis://127.0.0.1:${port}`, stop: () => child.kill() };
}

function render({ bus, ...report }) {
  const ms = ({ p50, p95, p99 }) =>
    [p50, p95, p99].map((each) => each.toFixed(0).padStart(7)).join('');
  const line = (what, text) => `  ${what.padEnd(56)}${text}`;
  const rows = {
    pickup: ({ claimed }) => [
      line(`from due to claimed, ${PICKUP.perSecond} a second`, ms(claimed)),
    ],
    flow: ({ seen }) => [
      line(`from request to the event of the end, ${FLOW.perSecond} a second`, ms(seen)),
    ],
    transaction: ({ claimed }) => [
      line(`from due to claimed, ${TRANSACTION.perSecond} a second, open transaction`, ms(claimed)),
    ],
    creates: ({ roles, sqlite, ratio, gaps }) => [
      line(`creation, ${CREATES.clients} clients, two processes of the API`, ms(roles.answered)),
      line('  on SQLite', ms(sqlite.answered)),
      `    ${roles.perSecond.toFixed(0)} and ${sqlite.perSecond.toFixed(0)} a second: ratio ${ratio.toFixed(2)}; gaps in the numbers of events: ${gaps}`,
    ],
    turns: ({ claimed, backlog }) => [
      line(`from due to claimed, beside a project with ${backlog} more`, ms(claimed)),
    ],
    idle: (each) => [
      `  ${each.processes} processes at rest: ${each.statements?.toFixed(1) ?? 'uncounted'} statements a second and ${each.connections.toFixed(1)} connections of each, ${each.databaseMs?.toFixed(1) ?? 'uncounted'} ms a second in PostgreSQL`,
    ],
  };
  return [
    `metarun bench:roles${flags.quick ? ' (quick: too few runs to quote)' : ''}, bus ${bus}`,
    `  ${'ms'.padEnd(56)}${['p50', 'p95', 'p99'].map((name) => name.padStart(7)).join('')}`,
    ...Object.entries(report).flatMap(([name, result]) => rows[name](result)),
  ].join('\n');
}
