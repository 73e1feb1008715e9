// `npm run bench [-- --quick] [-- --json] [-- --scale]`: how long a no-op task takes from its creation to `success`, next to
// what the same machine needs, in the same minute, for the bare interpreter and the bare isolate. Talks to
// 127.0.0.1 only, keeps its data in a temporary folder, takes less than two minutes. Ends with 1 only if
// something failed: a target that is missed is told, not punished. `--scale` measures a database with a million
// tasks instead, in some minutes. See docs/performance.md.
import { parseArgs } from 'node:util';
import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { breakdown } from './breakdown.mjs';
import { Client } from './client.mjs';
import { bursts, prepare, sequential, throughput } from './load.mjs';
import { createDatabase } from './postgres.mjs';
import { overProjects } from './projects.mjs';
import { idleNode, isolates, PYTHON, spawns } from './reference.mjs';
import { render } from './report.mjs';
import { renderScale, scale } from './scale.mjs';
import { createServer } from './server.mjs';
import { percentile, spread } from './statistics.mjs';
import { cancels, workflows } from './workflow.mjs';

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean' }, json: { type: 'boolean' }, scale: { type: 'boolean' } },
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
  settleMs: 2_000,
};
const QUICK = {
  warmUp: 5,
  sequential: 10,
  burst: { size: 10, rounds: 1 },
  throughput: { typescript: 40, python: 20, inFlight: 10 },
  spawns: 3,
  isolates: 10,
  starts: 1,
  breakdown: 5,
  projects: { counts: [1, 3], tasks: 3 },
  workflows: { count: 3, steady: 6, inFlight: 3, warmUp: 1 },
  cancels: 2,
  settleMs: 200,
};
const LANGUAGES = ['typescript', 'python'];
const size = flags.quick ? QUICK : FULL;

function say(text) {
  process.stderr.write(`bench: ${text}\n`);
}

/** The load, on a server that has just been started. */
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

/** Start times in ms on an empty database (a new one each time) and on one that is there, and idle memory. */
async function starts() {
  const empty = [];
  const existing = [];
  let idle = null;
  let runners = null;
  for (let index = 0; index < size.starts; index += 1) {
    const server = await createServer();
    try {
      empty.push(await server.start());
      await server.stop();
      existing.push(await server.start());
      if (idle === null) {
        await delay(size.settleMs);
        idle = server.memory();
        runners = server.runners();
      }
    } finally {
      await server.remove();
    }
  }
  return { empty: percentile(empty, 0.5), existing: percentile(existing, 0.5), idle, runners };
}

async function onSqlite() {
  const server = await createServer();
  try {
    await server.start();
    const result = await load(server);
    return { ...result, memoryAfter: server.memory(), runnersAfter: server.runners() };
  } finally {
    await server.remove();
  }
}

async function onPostgres(url) {
  const database = await createDatabase(url);
  const server = await createServer({ env: { METARUN_DATABASE_URL: database.url } });
  try {
    await server.start();
    return await load(server);
  } finally {
    await server.remove();
    await database.drop();
  }
}

/** Half of the spawns before the load and half after it, so that a machine that changes its pace shows in both. */
async function spawnBoth(into) {
  into.python.push(...(await spawns(PYTHON, ['-c', 'pass'], size.spawns)));
  into.node.push(...(await spawns(process.execPath, ['-e', '0'], size.spawns)));
}

if (flags.scale) {
  const results = await scale({ quick: flags.quick === true, say });
  console.log(flags.json ? JSON.stringify(results, null, 2) : renderScale(results));
  process.exit();
}
const began = performance.now();
say('references: interpreter, node, isolate');
const spawned = { python: [], node: [] };
await spawnBoth(spawned);
const isolate = await isolates(size.isolates);
say('server start');
const start = await starts();
const sqlite = await onSqlite();
await spawnBoth(spawned);
say(`${size.projects.counts.join(', ')} projects`);
const projects = await overProjects(size.projects.counts, size.projects.tasks);
say('durable steps, cancels');
const workflow = await workflows(size.workflows);
const cancel = await cancels(size.cancels);
say('where the time goes');
const parts = await breakdown({ count: size.breakdown, warmUp: size.warmUp });
const postgresUrl = process.env.TEST_POSTGRES_URL ?? '';
if (postgresUrl !== '') say('PostgreSQL');
const postgres = postgresUrl === '' ? null : await onPostgres(postgresUrl);

const report = {
  machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version },
  quick: flags.quick === true,
  seconds: (performance.now() - began) / 1000,
  reference: {
    python: spread(spawned.python),
    node: spread(spawned.node),
    isolate: spread(isolate.bare),
    isolateFromSnapshot: spread(isolate.snapshot),
    idleNodeMib: await idleNode(),
  },
  start,
  sqlite,
  postgres,
  projects,
  workflow,
  cancel,
  breakdown: parts,
};
console.log(flags.json ? JSON.stringify(report, null, 2) : render(report));
