// Runs Jest in a process of its own, and provides what the projects of the selected tests ask for as they begin: a build that is
// up to date, a PostgreSQL, a Redis, a Chromium. The PostgreSQL is the server that TEST_POSTGRES_URL names, else one out of npm.
// See needs.mjs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { relative } from 'node:path';
import { isBuildStale } from '../../scripts/fresh-build.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM'];
/** The most failed files that are worth another try: more of them are no accident. */
const FEW = 12;

const PROVIDERS = {
  build,
  postgres,
  migrated: () => migrated({}),
  // Its text sorts as English does.
  english: () => migrated({ english: true }),
  redis,
  browser,
};
/** The needs that processes have asked for: need -> promise of the answer. */
const provided = new Map();
/** Functions that end what all tests share. */
const ends = [];
let interrupted = false;
for (const signal of SIGNALS) process.on(signal, () => (interrupted = true));

/** Returns whether a signal has asked this process to end. */
export function isInterrupted() {
  return interrupted;
}

/**
 * Runs Jest with `args`. Returns `{ code, passed, failed, notRun }`: its exit code, the numbers of tests, and the files that
 * TEST_UNTIL left no time for. With `again` each file that has failed runs once more, alone, where they are few.
 */
export async function runJest(args, { again = false } = {}) {
  const first = await start(args);
  const { failures } = first;
  const unsteady = [];
  const result = { ...first };
  if (!again || failures.length === 0 || failures.length > FEW) return result;
  for (const { project, path, tests } of failures) {
    if (interrupted) return result;
    say(`${named(path)} has failed on ${project}; it runs once more, alone`);
    const own = ['-i', '--selectProjects', project, '--runTestsByPath', path];
    if ((await start(own, { TEST_UNTIL: undefined })).code === 0) {
      unsteady.push(`${named(path)} (${project})`);
      result.passed += tests;
      result.failed -= tests;
    }
  }
  for (const { project, path, errors } of failures)
    say(
      `${named(path)} (${project}) has failed:\n${errors.map((error) => `  ${error}`).join('\n')}`,
    );
  if (unsteady.length > 0)
    say(`passed only when they ran alone, and need a fix: ${unsteady.join(', ')}`);
  return { ...result, code: unsteady.length === failures.length ? 0 : first.code };
}

/** Ends what was provided. One that is still starting is waited for: it would outlive this process. */
export async function endProvided() {
  await Promise.allSettled(provided.values());
  for (const end of ends) await end();
}

/** Runs Jest once; `more`: variables of its environment. */
async function start(args, more = {}) {
  const child = spawn(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', ...args],
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, TEST_NEEDS: 'ask', ...more },
    },
  );
  /** @type {{ passed: number, failed: number, failures: import('./outcome-reporter.mjs').Failure[] }} */
  let outcome = { passed: 0, failed: 0, failures: [] };
  /** @type {string[]} */
  let notRun = [];
  child.on('message', (message) => {
    if (message.outcome) outcome = message.outcome;
    else if (message.notRun) notRun = message.notRun;
    else void answer(child, message.need);
  });
  const pass = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  const [code] = await once(child, 'exit');
  for (const signal of SIGNALS) process.off(signal, pass);
  return { code: code ?? 1, notRun, ...outcome };
}

/** Answers a process that asks for something; see needs.mjs. */
async function answer(child, need) {
  const message = await provide(need).then(
    (value) => ({ need, value }),
    (error) => ({ need, error: error.message }),
  );
  if (child.connected) child.send(message);
}

function provide(need) {
  if (!provided.has(need)) provided.set(need, PROVIDERS[need]());
  return provided.get(need);
}

/** Makes the build where it is older than what it is made of. */
async function build() {
  if (!isBuildStale()) return;
  say('building …');
  const child = spawn('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 2, 2] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the build failed (exit code ${code}); what it printed is above`);
}

/** Starts a PostgreSQL; returns its URL. */
async function postgres() {
  const { startPostgres } = await import('./embedded-postgres.ts');
  const server = await startPostgres(['fsync=off']);
  ends.push(() => server.stop());
  process.stderr.write(`PostgreSQL for the tests: ${server.what}\n`);
  return server.url;
}

/** Makes a database that new ones of tests are copied from, on the PostgreSQL that there is by then; returns its name. */
async function migrated(options) {
  const { migratedDatabase } = await import('./migrated-database.mjs');
  const { name, remove } = await migratedDatabase(await provide('postgres'), options);
  ends.unshift(remove);
  return name;
}

/** Returns the program of the Redis that tests start; '' where there is none. TEST_REDIS names another one. */
async function redis() {
  const { redisProgram } = await import('./redis-program.ts');
  const program = process.env.TEST_REDIS ?? redisProgram();
  const what = program || 'none, since there is no redis-server on PATH: what needs it is skipped';
  process.stderr.write(`Redis for the tests: ${what}\n`);
  return program;
}

/** Starts a Chromium that the tests of pages share; returns the address by which they reach it. */
async function browser() {
  const { chromium } = await import('playwright-core');
  const { launchOptions } = await import('./browser/launch.ts');
  const started = await chromium.launchServer({ ...(await launchOptions()), host: '127.0.0.1' });
  ends.push(() => started.close());
  return started.wsEndpoint();
}

function named(path) {
  return relative(process.cwd(), path);
}

function say(text) {
  process.stderr.write(`metarun: ${text}\n`);
}
