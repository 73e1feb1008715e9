// Compares no-ops on PostgreSQL with the same on SQLite, in alternation: the rate, and the cost of each in PostgreSQL.
// `npm run bench -- rate`; `--quick` only shows that the benchmark works, `--json` prints JSON, `--tasks=<n>`,
// `--rounds=<n>` and `--servers=0,1` change the extent, `--before=<folder>` also measures another built checkout, in
// alternation, and `--slots=<n>` sets the slots of each server if there are several. PostgreSQL is the server of
// TEST_POSTGRES_URL, or else one from npm.
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../test/support/embedded-postgres.ts';
import { Client } from './client.mjs';
import { prepare, runMany } from './load.mjs';
import { createDatabase } from './postgres.mjs';
import { createServer } from './server.mjs';
import { clock, percentile } from './statistics.mjs';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    before: { type: 'string' },
    tasks: { type: 'string', default: '1500' },
    rounds: { type: 'string', default: '3' },
    servers: { type: 'string', default: '0,1,4' },
    slots: { type: 'string', default: '' },
  },
});
const COUNT = flags.quick ? 8 : Number(flags.tasks);
const ROUNDS = flags.quick ? 1 : Number(flags.rounds);
/**
 * Number of unmeasured tasks that each server runs first: as many as are measured, so that code is compiled and runners
 * have started.
 */
const WARM_UP = flags.quick ? 2 : COUNT;
const IN_FLIGHT = 32;
/** Number of tasks of the limited meta-task, its concurrency limit, and its script. */
const LIMITED = flags.quick ? 8 : Math.ceil(COUNT * 0.4);
const LIMIT = 20;
const SHORT =
  'export async function run() {\n  await new Promise((done) => setTimeout(done, 20));\n}\n';

const PROGRAMS = [
  { name: 'now', program: 'dist/server/cli.js' },
  ...(flags.before === undefined
    ? []
    : [{ name: 'before', program: join(flags.before, 'dist/server/cli.js') }]),
];
/** Numbers of servers that share one PostgreSQL; 0 for a single server on SQLite. */
const SERVERS = flags.servers.split(',').map(Number);

// The server of TEST_POSTGRES_URL must count its statements too.
const postgres = await startPostgres(['shared_preload_libraries=pg_stat_statements']);
const results = [];
try {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const servers of SERVERS)
      for (const { name, program } of PROGRAMS)
        results.push({ name, servers, ...(await measure(program, servers)) });
  const report = { rounds: results, medians: medians() };
  console.log(flags.json ? JSON.stringify(report, null, 2) : render(report));
} finally {
  await postgres.stop();
}

/** Measures `servers` servers that share one PostgreSQL; 0 for a single server on SQLite. */
async function measure(program, servers) {
  const database = servers === 0 ? null : await createDatabase(postgres.url);
  const settings = {
    ...(database === null ? {} : { METARUN_DATABASE_URL: database.url }),
    ...(servers > 1 && flags.slots !== '' ? { METARUN_CONCURRENCY: flags.slots } : {}),
  };
  const first = await createServer({ program, env: settings });
  const others = [];
  const client = new Client(first);
  try {
    await first.start();
    for (let more = 1; more < servers; more += 1)
      others.push(await createServer({ program, env: first.env }));
    for (const server of others) await server.start();
    await client.open();
    const identifier = await prepare(
      client,
      'typescript',
      WARM_UP * Math.max(1, servers),
      IN_FLIGHT,
    );
    const all = [first, ...others];
    const before = measureCpu(all);
    const counted = await statements(database, () => rate(client, identifier));
    counted.cpu = (measureCpu(all) - before) / COUNT;
    const limited = servers === 0 ? null : await atLimit(client, database);
    return { load: loadavg()[0], ...counted, ...(limited === null ? {} : { limited }) };
  } finally {
    client.close();
    for (const server of [...others, first]) await server.remove();
    await database?.drop();
  }
}

/** Returns the CPU time of the servers without the processes of scripts, in ms. */
function measureCpu(servers) {
  return servers.reduce((sum, server) => sum + server.cpu().server, 0);
}

async function rate(client, identifier) {
  const began = clock();
  await runMany(client, identifier, COUNT, IN_FLIGHT);
  return COUNT / ((clock() - began) / 1000);
}

/** Returns the tasks per second, with the statements that PostgreSQL counted meanwhile. */
async function statements(database, work) {
  if (database === null) return { perSecond: await work() };
  return withClient(database, async (client) => {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    await client.query('SELECT pg_stat_statements_reset()');
    const perSecond = await work();
    const { rows } = await client.query(
      `SELECT sum(calls)::int AS calls, sum(total_exec_time)::float AS ms,
         sum(calls) FILTER (WHERE query LIKE '%fence = fence + %')::int AS claims
       FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    const waits = await client.query(
      `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY started_at - run_at)::float AS wait FROM
         (SELECT started_at, run_at FROM tasks WHERE status = 'success' ORDER BY created_at DESC LIMIT ${COUNT}) AS newest`,
    );
    const { calls, ms, claims } = rows[0];
    return {
      perSecond,
      statements: calls / COUNT,
      databaseMs: ms / COUNT,
      claims: claims / COUNT,
      wait: waits.rows[0].wait,
    };
  });
}

/**
 * Measures tasks with a concurrency limit: their rate, the highest number that ran at once, and how often the limit was
 * nearly reached.
 */
async function atLimit(client, database) {
  const identifier = await client.createMetaTask('typescript', SHORT, {
    name: 'limited',
    concurrency_limit: LIMIT,
  });
  const samples = [];
  const began = clock();
  await withClient(database, async (watcher) => {
    let done = false;
    const work = createAll(client, identifier).finally(() => (done = true));
    while (!done) {
      const { rows } = await watcher.query(
        `SELECT count(*)::int AS running FROM tasks WHERE status = 'running' AND slot_key IS NOT NULL`,
      );
      samples.push(rows[0].running);
      await new Promise((next) => setTimeout(next, 10));
    }
    await work;
  });
  const seconds = (clock() - began) / 1000;
  const busy = samples.slice(samples.findIndex((running) => running > 0));
  return {
    perSecond: LIMITED / seconds,
    most: Math.max(...samples),
    full: busy.filter((running) => running >= LIMIT - 2).length / busy.length,
    half: percentile(busy, 0.5),
  };
}

async function createAll(client, identifier) {
  const path = `${client.external}/tasks`;
  const body = { task_type_identifier: identifier, params: {} };
  const ids = [];
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (ids.length < LIMITED) {
        const index = ids.push(null) - 1;
        ids[index] = (await client.call('POST', path, client.token, body)).id;
      }
    }),
  );
  for (const id of ids) await client.awaitEnd(id);
}

async function withClient(database, work) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function medians() {
  const groups = Map.groupBy(results, ({ name, servers }) => `${name} ${servers}`);
  return [...groups.values()].map((some) => {
    const of = (pick) => percentile(some.map(pick), 0.5);
    const [{ name, servers }] = some;
    const usual = {
      name,
      servers,
      load: of(({ load }) => load),
      perSecond: of((one) => one.perSecond),
      cpu: of((one) => one.cpu),
    };
    if (servers === 0) return usual;
    return {
      ...usual,
      statements: of((one) => one.statements),
      databaseMs: of((one) => one.databaseMs),
      claims: of((one) => one.claims),
      wait: of((one) => one.wait),
      limited: {
        perSecond: of(({ limited }) => limited.perSecond),
        most: Math.max(...some.map(({ limited }) => limited.most)),
        full: of(({ limited }) => limited.full),
        half: of(({ limited }) => limited.half),
      },
    };
  });
}

function render({ medians: rows }) {
  const text = (value) => (value?.toFixed(1) ?? '-').padStart(9);
  const names = [
    'tasks/s',
    'cpu ms',
    'stmts',
    'db ms',
    'claims',
    'wait ms',
    ' limit: /s',
    'most',
    'full',
    'p50',
  ];
  return [
    `metarun bench:rate${flags.quick ? ' (quick: too few runs to quote)' : ''}`,
    `  ${''.padEnd(24)}${names.map((name) => name.padStart(9)).join('')}     load`,
    ...rows.map(({ name, servers, load, limited = {}, ...row }) => {
      const what =
        servers === 0 ? 'SQLite' : `PostgreSQL, ${servers} server${servers > 1 ? 's' : ''}`;
      const numbers = [
        row.perSecond,
        row.cpu,
        row.statements,
        row.databaseMs,
        row.claims,
        row.wait,
      ];
      const limits = [limited.perSecond, limited.most, limited.full, limited.half];
      return `  ${`${what} ${name}`.padEnd(24)}${[...numbers, ...limits].map((value) => text(value)).join('')}${text(load)}`;
    }),
  ].join('\n');
}
