// Runs Jest in a separate process, and provides what the selected projects request when they begin: an up-to-date
// build, PostgreSQL, Redis and Chromium. PostgreSQL is the server of TEST_POSTGRES_URL, or one from npm. See needs.mjs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { relative } from 'node:path';
import { isBuildStale } from '../../scripts/fresh-build.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM'];
/** Maximum number of failed files that are run again; more failures are not accidental. */
const FEW = 12;

const PROVIDERS = {
  build,
  postgres,
  migrated: () => migrated({}),
  // A database whose text is sorted as in English.
  english: () => migrated({ english: true }),
  redis,
  browser,
};
/** The requested needs: need -> promise of the answer. */
const provided = new Map();
/** Functions that stop what all tests share. */
const ends = [];
let interrupted = false;
for (const signal of SIGNALS) process.on(signal, () => (interrupted = true));

/** Returns whether a signal has interrupted this process. */
export function isInterrupted() {
  return interrupted;
}

/**
 * Runs Jest with `args`. Returns `{ code, passed, failed, notRun }`: its exit code, the numbers of tests, and the files
 * that were not run because of TEST_UNTIL. With `again`, failed files are run again, one at a time, if they are few.
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

/** Stops what was provided. Waits for services that are still starting, as they would outlive this process. */
export async function endProvided() {
  await Promise.allSettled(provided.values());
  for (const end of ends) await end();
}

/** Runs Jest once with additional environment variables. */
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

/** Answers the request of a process; see needs.mjs. */
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

/** Updates the build if its sources are newer. */
async function build() {
  if (!isBuildStale()) return;
  say('building …');
  const child = spawn('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 2, 2] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the build failed (exit code ${code}); what it printed is above`);
}

/** Starts PostgreSQL and returns its URL. */
async function postgres() {
  const { startPostgres } = await import('./embedded-postgres.ts');
  const server = await startPostgres(['fsync=off']);
  ends.push(() => server.stop());
  process.stderr.write(`PostgreSQL for the tests: ${server.what}\n`);
  return server.url;
}

/** Creates a template for the databases of tests on the provided PostgreSQL; returns its name. */
async function migrated(options) {
  const { migratedDatabase } = await import('./migrated-database.mjs');
  const { name, remove } = await migratedDatabase(await provide('postgres'), options);
  ends.unshift(remove);
  return name;
}

/** Returns the program of the Redis that tests start, or TEST_REDIS; '' if there is none. */
async function redis() {
  const { redisProgram } = await import('./redis-program.ts');
  const program = process.env.TEST_REDIS ?? redisProgram();
  const what = program || 'none, since there is no redis-server on PATH: what needs it is skipped';
  process.stderr.write(`Redis for the tests: ${what}\n`);
  return program;
}

/** Starts a Chromium that all tests of pages share; returns its address. */
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
