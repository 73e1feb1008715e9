// Measures the time of a no-op task from its creation to `success`, compared with the bare interpreter and the bare
// isolate in the same minute: `npm run bench [-- --quick] [-- --json] [-- --scale | --engines]`. Communicates only with
// 127.0.0.1, keeps its data in a temporary folder, and takes less than two minutes. Exits with 1 only on an error; a
// missed target is merely reported. `--scale` measures a database with a million tasks instead, which takes several
// minutes, or with `--database=postgres` only one database. `--engines` compares only with other engines, and installs
// them first. See docs/performance.md.
import { parseArgs } from 'node:util';
import { cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { breakdown } from './breakdown.mjs';
import { countEvents } from './counts.mjs';
import { Client } from './client.mjs';
import { bursts, prepare, SCRIPTS, sequential, throughput } from './load.mjs';
import { compare } from './engines/compare.mjs';
import { areInstalled, install } from './engines/packages.mjs';
import { createDatabase } from './postgres.mjs';
import { onNode } from './node-engine.mjs';
import { overProjects } from './projects.mjs';
import { idleNode, isolates, PYTHON, spawns } from './reference.mjs';
import { render, renderEngines } from './report.mjs';
import { renderScale, scale } from './scale.mjs';
import { createServer } from './server.mjs';
import { percentile, spread } from './statistics.mjs';
import { cancels, workflows } from './workflow.mjs';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    scale: { type: 'boolean' },
    database: { type: 'string', default: 'both' },
    engines: { type: 'boolean' },
  },
});
const FULL = {
  warmUp: 100,
  sequential: 200,
  burst: { size: 50, rounds: 6 },
  throughput: { typescript: 2_000, python: 1_000, inFlight: 50 },
  spawns: 20,
  isolates: 200,
  starts: 3,
  breakdown: 100,
  projects: { counts: [1, 10, 50], tasks: 50 },
  workflows: { count: 100, steady: 400, inFlight: 50, warmUp: 20 },
  cancels: 20,
  counts: { count: 50, warmUp: 20 },
  node: { count: 40, pauseMs: 300, warmUp: 2 },
  engines: { rounds: 3, oneByOne: 60, steady: 500, inFlight: 50, warmUp: 100 },
  settleMs: 2_000,
};
const QUICK = {
  warmUp: 1,
  sequential: 2,
  burst: { size: 3, rounds: 1 },
  throughput: { typescript: 4, python: 4, inFlight: 2 },
  spawns: 1,
  isolates: 2,
  starts: 1,
  breakdown: 2,
  projects: { counts: [1, 2], tasks: 2 },
  workflows: { count: 1, steady: 2, inFlight: 2, warmUp: 1 },
  cancels: 1,
  counts: { count: 1, warmUp: 1 },
  node: { count: 1, pauseMs: 1, warmUp: 1 },
  engines: { rounds: 1, oneByOne: 2, steady: 4, inFlight: 2, warmUp: 1 },
  settleMs: 200,
};
/** Databases that `--scale` measures. */
const KINDS = { both: ['sqlite', 'postgres'], sqlite: ['sqlite'], postgres: ['postgres'] }[
  flags.database
];
if (!KINDS) {
  console.error('bench: --database is sqlite, postgres or both');
  process.exit(2);
}
const LANGUAGES = ['typescript', 'python'];
const size = flags.quick ? QUICK : FULL;
/** Server that all measurements share with `--quick`; otherwise, each has its own. */
const shared = flags.quick && !flags.scale && !flags.engines ? await createServer() : null;

function say(text) {
  process.stderr.write(`bench: ${text}\n`);
}

/** Runs a measurement on a server, which is then removed unless it is shared. */
async function withServer(measure, options) {
  const server = (options ? null : shared) ?? (await createServer(options));
  try {
    return await measure(server);
  } finally {
    if (server !== shared) await server.remove();
  }
}

/** Runs a measurement on a started server. */
function onServer(measure, options) {
  return withServer(async (server) => {
    if (server.url === '') await server.start();
    return await measure(server);
  }, options);
}

/** Measures the load on a freshly started server. */
async function load(server) {
  const client = new Client(server);
  await client.open();
  const result = {};
  for (const language of LANGUAGES) {
    say(`${language}: one by one, ${size.burst.size} at once, steady load`);
    const identifier = await prepare(client, language, size.warmUp);
    const { inFlight, [language]: count } = size.throughput;
    result[language] = {
      sequential: await sequential(client, identifier, size.sequential),
      bursts: await bursts(client, identifier, size.burst.size, size.burst.rounds),
      throughput: await throughput(client, identifier, count, inFlight),
    };
  }
  client.close();
  return result;
}

/** Creates a meta-task per language, since a server keeps processes ready for the languages of its meta-tasks. */
async function defineOneOfEach(server) {
  const client = new Client(server);
  await client.open();
  for (const language of LANGUAGES) await client.createMetaTask(language, SCRIPTS[language]);
  client.close();
}

/**
 * Measures start times in ms, on new empty databases and on one with a meta-task of each language, and the idle memory
 * of the latter.
 */
async function starts() {
  const empty = [];
  const existing = [];
  let idle = null;
  let runners = null;
  for (let index = 0; index < size.starts; index += 1)
    await withServer(async (server) => {
      empty.push(await server.start());
      await defineOneOfEach(server);
      await server.stop();
      existing.push(await server.start());
      if (idle !== null) return;
      await delay(size.settleMs);
      idle = server.memory();
      runners = server.runners();
    });
  return { empty: percentile(empty, 0.5), existing: percentile(existing, 0.5), idle, runners };
}

async function onSqlite(server) {
  const result = await load(server);
  return { ...result, memoryAfter: server.memory(), runnersAfter: server.runners() };
}

async function onPostgres(url) {
  const database = await createDatabase(url);
  try {
    return await onServer(load, { env: { METARUN_DATABASE_URL: database.url } });
  } finally {
    await database.drop();
  }
}

/**
 * Measures half of the process starts before the load and half after it, so that changes in the speed of the machine
 * affect both.
 */
async function spawnBoth(into) {
  into.python.push(...(await spawns(PYTHON, ['-c', 'pass'], size.spawns)));
  into.node.push(...(await spawns(process.execPath, ['-e', '0'], size.spawns)));
}

function machine() {
  return { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version };
}

/** Runs all measurements. Returns the report. */
async function measureAll() {
  const began = performance.now();
  say('references: interpreter, node, isolate');
  const spawned = { python: [], node: [] };
  await spawnBoth(spawned);
  const isolate = await isolates(size.isolates);
  say('server start');
  const start = await starts();
  const sqlite = await onServer(onSqlite);
  await spawnBoth(spawned);
  const { counts, tasks } = size.projects;
  say(`${counts.join(', ')} projects`);
  const projects = await onServer((server) => overProjects(server, counts, tasks));
  say('durable steps, cancels');
  const workflow = await onServer((server) => workflows(server, size.workflows));
  const cancel = await onServer((server) => cancels(server, size.cancels));
  say('TypeScript on Node');
  const node = await onServer((server) => onNode(server, size.node));
  say('where the time goes');
  const parts = await breakdown({ count: size.breakdown, warmUp: size.warmUp });
  say('page faults and system calls');
  const counted = await onServer((server) => countEvents(server, size.counts));
  const postgresUrl = process.env.TEST_POSTGRES_URL ?? '';
  if (postgresUrl !== '') say('PostgreSQL');
  const postgres = postgresUrl === '' ? null : await onPostgres(postgresUrl);
  const engines = areInstalled() ? await compare(size.engines, say) : null;
  return {
    machine: machine(),
    quick: flags.quick === true,
    seconds: (performance.now() - began) / 1000,
    reference: {
      python: spread(spawned.python),
      node: spread(spawned.node),
      isolate: spread(isolate.bare),
      isolateFromSnapshot: spread(isolate.snapshot),
      isolateKept: spread(isolate.kept),
      idleNodeMib: await idleNode(),
    },
    start,
    sqlite,
    postgres,
    projects,
    workflow,
    cancel,
    node,
    engines,
    breakdown: parts,
    counts: counted,
  };
}

if (flags.scale) {
  const results = await scale({ quick: flags.quick === true, kinds: KINDS, say });
  console.log(flags.json ? JSON.stringify(results, null, 2) : renderScale(results));
  process.exit();
}
if (flags.engines) {
  if (!areInstalled()) {
    say('installing Restate and DBOS into bench/engines');
    install();
  }
  const load = loadavg().map((each) => each.toFixed(1));
  const engines = await compare(size.engines, say);
  const report = { machine: machine(), load, quick: flags.quick === true, engines };
  console.log(flags.json ? JSON.stringify(report, null, 2) : renderEngines(report));
  process.exit();
}
try {
  const report = await measureAll();
  console.log(flags.json ? JSON.stringify(report, null, 2) : render(report));
} finally {
  await shared?.remove();
}
