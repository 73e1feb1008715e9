// Measures memories on SQLite and PostgreSQL: the time of a search among 10,000 memories of one scope, compared with
// reading one of them, and the delay at the end of a task whose meta-task has `extract_memory`.
// `npm run bench -- memories`; `--memories=1000` takes fewer, `--database=postgres` one database, `--vectors` also
// searches by embeddings of 768 numbers, `--quick` only shows that the benchmark works, `--json` prints JSON.
// PostgreSQL is the server of TEST_POSTGRES_URL, or else one from npm.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/support/embedded-postgres.ts';
import { Client } from './client.mjs';
import { modelOfEmbeddings } from './embeddings.mjs';
import { modelThatAnswers } from './model.mjs';
import { createDatabase } from './postgres.mjs';
import { onData } from './seed.mjs';
import { createServer } from './server.mjs';
import { clock, spread } from './statistics.mjs';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    memories: { type: 'string' },
    database: { type: 'string', default: 'both' },
    vectors: { type: 'boolean' },
  },
});
const MEMORIES = Number(flags.memories ?? (flags.quick ? 50 : 10_000));
const KINDS = { both: ['sqlite', 'postgres'], sqlite: ['sqlite'], postgres: ['postgres'] }[
  flags.database
];
if (!KINDS || !Number.isSafeInteger(MEMORIES) || MEMORIES < 1 || MEMORIES > 10_000) {
  console.error('bench: --database is sqlite, postgres or both; --memories is 1 to 10000');
  process.exit(2);
}
const ROUNDS = flags.quick ? 2 : 100;
const TASKS = flags.quick ? 2 : 150;
const WARM_UP = flags.quick ? 1 : 20;
const AT_ONCE = 8;

const CUSTOMERS = 'ACME Globex Initech Umbrella Hooli Vandelay Stark Wayne Wonka Tyrell'.split(' ');
const THINGS =
  'invoices parcels contracts reports refunds orders exports backups letters drafts'.split(' ');
const RULES = [
  'are in German, and go out on Fridays',
  'need the approval of two people before they are sent',
  'fail for paths with a colon, so that these are to be renamed first',
  'have the number of the order in the subject',
];
const QUERIES = {
  'a word of one memory': 'w47',
  'a word of a tenth': 'invoices',
  'a word of all': 'the',
  'a question in a sentence': 'In which language are the invoices of Globex for site w47?',
  'a word that does not occur': 'nowhere',
};
const SCRIPT = 'export default function run() {\n  return "done";\n}\n';

/** Returns a text of about 20 words, one of which is unique. */
function buildText(number) {
  const pick = (list, step) => list[Math.floor(number / step) % list.length];
  return `For the site w${number} of ${pick(CUSTOMERS, 1)}, the ${pick(THINGS, 10)} ${pick(RULES, 100)}`;
}

async function fill(client) {
  let next = 0;
  const one = async () => {
    for (let number = next++; number < MEMORIES; number = next++)
      await client.call('POST', `${client.external}/memories`, client.token, {
        text: buildText(number),
        kind: 'fact',
        scope: 'project',
      });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Waits until all vectors are computed. Returns their number per second. */
async function embedded(server, began) {
  for (;;) {
    const [{ n }] = await onData(server, 'SELECT COUNT(*) AS n FROM memory_vector_jobs');
    if (Number(n) === 0) return Math.round(MEMORIES / ((clock() - began) / 1000));
    await delay(100);
  }
}

/** Measures requests one after another, in ms. `buildPath` receives the number of the round. */
async function rounds(client, buildPath) {
  const times = [];
  let results = 0;
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const began = clock();
    const body = await client.call('GET', `${client.external}/${buildPath(round)}`, client.token);
    if (round >= 0) times.push(clock() - began);
    results = Array.isArray(body) ? body.length : 1;
  }
  return { results, ...spread(times) };
}

/**
 * Measures the time from the request to the end of a task, in ms, for meta-tasks with and without `extract_memory` in
 * alternation.
 */
async function tasks(client) {
  const kinds = { without: [], with: [] };
  const identifiers = {};
  for (const kind of Object.keys(kinds))
    identifiers[kind] = await client.createMetaTask('typescript', SCRIPT, {
      extract_memory: kind === 'with',
    });
  for (let round = -WARM_UP; round < TASKS; round += 1)
    for (const [kind, times] of Object.entries(kinds)) {
      const { total } = await client.runTask(identifiers[kind]);
      if (round >= 0) times.push(total);
    }
  return { without: spread(kinds.without), with: spread(kinds.with) };
}

async function measure(kind, adminUrl) {
  const database = kind === 'postgres' ? await createDatabase(adminUrl) : null;
  // With vectors, tasks are omitted, since they do not involve any.
  const model = await (flags.vectors ? modelOfEmbeddings() : modelThatAnswers({ memories: [] }));
  const server = await createServer({
    env: { ...model.env, ...(database && { METARUN_DATABASE_URL: database.url }) },
  });
  const say = (text) => process.stderr.write(`${kind}: ${text}\n`);
  const client = new Client(server);
  try {
    await server.start();
    await client.open();
    const ended = flags.vectors ? null : await tasks(client);
    const [{ n: jobs }] = await onData(server, 'SELECT COUNT(*) AS n FROM memory_jobs');
    say(`adding ${MEMORIES} memories`);
    const began = clock();
    await fill(client);
    const perSecond = Math.round(MEMORIES / ((clock() - began) / 1000));
    const vectorsPerSecond = flags.vectors ? await embedded(server, began) : null;
    // Autovacuum would do this within a minute.
    if (database) await onData(server, 'VACUUM ANALYZE memories');
    say('searching');
    const [{ id }] = await client.call('GET', `${client.external}/memories?limit=1`, client.token);
    const reference = await rounds(client, () => `memories/${id}`);
    const buildPath = (q) => `memories?${new URLSearchParams({ q, limit: '8' })}`;
    const searches = {};
    for (const [what, q] of Object.entries(QUERIES))
      searches[what] = await rounds(client, () => buildPath(q));
    if (flags.vectors)
      searches['a question that was not asked before'] = await rounds(client, (round) =>
        buildPath(QUERIES['a question in a sentence'].replace('w47', `w${round + 100}`)),
      );
    return {
      memories: MEMORIES,
      addedPerSecond: perSecond,
      vectorsPerSecond,
      reference,
      searches,
      tasks: ended,
      jobs: Number(jobs),
    };
  } finally {
    client.close();
    await server.remove();
    await model.stop();
    await database?.drop();
  }
}

function page(
  kind,
  { memories, addedPerSecond, vectorsPerSecond, reference, searches, tasks: ended },
) {
  const ms = (value) => value.toFixed(1).padStart(10);
  const row = (what, { p50, p95, max }) => `    ${what.padEnd(48)}${ms(p50)}${ms(p95)}${ms(max)}`;
  const ends =
    ended === null
      ? []
      : [
          row('a task without extract_memory', ended.without),
          row('a task with extract_memory', ended.with),
          `  with extract_memory p50 is ${(ended.with.p50 - ended.without.p50).toFixed(2)} ms later`,
        ];
  const vectors = vectorsPerSecond === null ? '' : `, ${vectorsPerSecond} with their vectors`;
  return [
    `${kind}: ${memories} memories of one scope, ${addedPerSecond} added a second${vectors}`,
    `  ${'ms'.padEnd(50)}${['p50', 'p95', 'max'].map((column) => column.padStart(10)).join('')}`,
    row('the reference: one of the memories, read', reference),
    ...Object.entries(searches).map(([what, times]) => row(`search: ${what}`, times)),
    ...ends,
  ].join('\n');
}

const postgres = KINDS.includes('postgres') ? await startPostgres() : null;
if (postgres) process.stderr.write(`postgres: ${postgres.what}\n`);
try {
  const report = {};
  for (const kind of KINDS) report[kind] = await measure(kind, postgres?.url);
  const pages = Object.entries(report).map(([kind, result]) => page(kind, result));
  console.log(flags.json ? JSON.stringify(report, null, 2) : pages.join('\n\n'));
} finally {
  await postgres?.stop();
}
