// Measures two servers on one PostgreSQL: how long a client of the first waits for what happens on the second, compared
// with a client of the second, in alternation. All slots of the first are taken, so that every task runs on the second.
// `npm run bench -- servers`; `--quick` only shows that the benchmark works, `--json` prints JSON, `--bus=memory`
// measures servers that do not notify each other. PostgreSQL is the server of TEST_POSTGRES_URL, or else one from npm.
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/support/embedded-postgres.ts';
import { Client } from './client.mjs';
import { SCRIPTS } from './load.mjs';
import { createDatabase, statementsPerSecond } from './postgres.mjs';
import { createServer } from './server.mjs';
import { clock, percentile, tails } from './statistics.mjs';

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean' }, json: { type: 'boolean' }, bus: { type: 'string' } },
});
const COUNT = flags.quick ? 3 : 60;
const CANCELS = flags.quick ? 1 : 10;
const IDLE_MS = flags.quick ? 500 : 20_000;
/** Pause between two tasks in ms, for ten tasks per second. */
const PAUSE_MS = 100;
/** Duration of a task that is waited for, in ms. */
const RUN_MS = 100;
const HOUR =
  'export async function run() {\n  await new Promise((done) => setTimeout(done, 3600000));\n}\n';
const SHORT = `export async function run() {\n  await new Promise((done) => setTimeout(done, ${RUN_MS}));\n}\n`;
const LOOP =
  'export async function run(params, reporter) {\n  reporter.setPhase("Loop");\n  for (;;);\n}\n';

const postgres = await startPostgres(['shared_preload_libraries=pg_stat_statements']);
const database = await createDatabase(postgres.url);
const settings = {
  METARUN_DATABASE_URL: database.url,
  METARUN_MAX_TIMEOUT_SECONDS: '7200',
  ...(flags.bus === undefined ? {} : { METARUN_BUS: flags.bus }),
};
const first = await createServer({ env: { ...settings, METARUN_CONCURRENCY: '1' } });
const second = await createServer({ env: { ...first.env, METARUN_CONCURRENCY: '8' } });
/** The event stream of each client contains the events of both servers. */
const far = new Client(first);
const near = new Client(second);
try {
  await first.start();
  await takeSlots();
  await second.start();
  await Promise.all([far.open(), near.open()]);
  const report = await measure();
  console.log(flags.json ? JSON.stringify(report, null, 2) : render(report));
} finally {
  far.close();
  near.close();
  for (const server of [second, first]) await server.remove();
  await database.drop();
  await postgres.stop();
}

/** Occupies the first server: its slot, and its extra slot for another project. */
async function takeSlots() {
  const other = await far.call('POST', '/projects', first.adminToken, { name: 'other' });
  for (const client of [far, new Client(first, other.id)]) {
    const more = { timeout_seconds: 7_200 };
    const identifier = await client.createMetaTask('typescript', HOUR, more);
    const body = { task_type_identifier: identifier, params: {} };
    const { id } = await client.call('POST', `${client.external}/tasks`, client.token, body);
    const path = `${client.external}/tasks/${id}`;
    while ((await client.call('GET', path, client.token)).status !== 'running') await delay(20);
    if (client !== far) client.close();
  }
}

async function measure() {
  const [noop, short, loop] = await Promise.all([
    near.createMetaTask('typescript', SCRIPTS.typescript),
    near.createMetaTask('typescript', SHORT, { name: 'short' }),
    near.createMetaTask('typescript', LOOP, { name: 'loop' }),
  ]);
  // Warms up the process and the compiled code of the project on the server that runs all tasks.
  for (const identifier of [noop, noop, short]) await near.runTask(identifier);
  const counted = await statementsPerSecond(database.url, () => delay(IDLE_MS));
  const idle = counted === null ? null : counted.calls / 2;
  const results = {
    pickup: { far: [], near: [] },
    events: { far: [], near: [] },
    wait: { far: [], near: [] },
    cancel: { far: [], near: [] },
  };
  for (let index = 0; index < COUNT; index += 1)
    for (const [name, client] of [
      ['far', far],
      ['near', near],
    ]) {
      await pickup(client, noop, name, results);
      await delay(PAUSE_MS / 2);
      results.wait[name].push(await waited(client, short));
      await delay(PAUSE_MS / 2);
    }
  for (let index = 0; index < CANCELS; index += 1) {
    results.cancel.far.push(await far.cancelTask(loop, 'Loop'));
    results.cancel.near.push(await near.cancelTask(loop, 'Loop'));
  }
  const of = ({ far: own, near: reference }) => ({
    far: tails(own),
    near: tails(reference),
    ratio: percentile(own, 0.5) / percentile(reference, 0.5),
  });
  const measured = Object.entries(results).map(([name, times]) => [name, of(times)]);
  return { load: loadavg()[0], idle, ...Object.fromEntries(measured) };
}

/**
 * Measures a no-op: the time from its due time to the claim, by the clock of the database, and from its end to the
 * event at the client.
 */
async function pickup(client, identifier, name, results) {
  const { id } = await client.call('POST', `${client.external}/tasks`, client.token, {
    task_type_identifier: identifier,
    params: {},
  });
  const heard = await client.awaitEnd(id);
  const task = await client.call('GET', `${client.external}/tasks/${id}`, client.token);
  results.pickup[name].push(Date.parse(task.started_at) - Date.parse(task.run_at));
  results.events[name].push(heard.wallClock - Date.parse(task.finished_at));
}

/** Measures the time from the request that creates a task to the response that it has ended. */
async function waited(client, identifier) {
  const began = clock();
  const body = { task_type_identifier: identifier, params: {} };
  const { id } = await client.call('POST', `${client.external}/tasks`, client.token, body);
  const path = `${client.external}/tasks/${id}/wait?timeout=60`;
  const { status } = await client.call('POST', path, client.token, {});
  if (status !== 'success') throw new Error(`a task ended as ${status}`);
  return clock() - began;
}

function render({ load, idle, ...measured }) {
  const names = {
    pickup: 'from due to claimed',
    events: 'from the end to its event at the client',
    wait: `a task of ${RUN_MS} ms, created and waited for`,
    cancel: 'a loop, from the cancel to its event',
  };
  const cells = ({ p50, p95, p99 }) => [p50, p95, p99].map((ms) => ms.toFixed(0).padStart(7));
  const rows = Object.entries(names).flatMap(([name, what]) => {
    const { far: own, near: reference, ratio } = measured[name];
    return [
      `  ${what.padEnd(42)}${cells(own).join('')}   ratio ${ratio.toFixed(1)}`,
      `  ${'  on the server that runs it'.padEnd(42)}${cells(reference).join('')}`,
    ];
  });
  return [
    `metarun bench:servers${flags.quick ? ' (quick: too few runs to quote)' : ''}: load ${load.toFixed(1)}`,
    `  ${'ms'.padEnd(42)}${['p50', 'p95', 'p99'].map((name) => name.padStart(7)).join('')}`,
    ...rows,
    `  statements a second of each server at rest: ${idle?.toFixed(1) ?? 'not counted'}`,
  ].join('\n');
}
