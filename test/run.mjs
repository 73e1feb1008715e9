// Runs Jest with the arguments given, and provides what the projects of the selected tests ask for as they begin: a build
// that is up to date, a PostgreSQL, a Redis, a Chromium. The PostgreSQL is the server that TEST_POSTGRES_URL names, else one
// out of npm. See needs.mjs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { relative } from 'node:path';
import config from '../jest.config.mjs';
import { isBuildStale } from '../scripts/fresh-build.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM'];
/** The project of hostile scripts, in the best sandbox. `npm run prove` tries them in the others too. */
const HOSTILE = 'adversarial';
/** The project of attacks on other projects, which take all of the machine that they can get. */
const NEIGHBOURS = 'neighbours';
/** The project that builds images and starts proxies, which `npm run hosting` runs alone. */
const HOSTING = 'hosting';
/** The project that needs a container engine, which `npm run containers` runs alone. */
const CONTAINERS = 'containers';
/** Projects that `npm test` leaves out. */
const APART = [NEIGHBOURS, HOSTING, CONTAINERS];
/** The most failed files that are worth another try, of some 630: more of them are no accident. */
const FEW = 12;
/** Says that each file of a selection that failed runs once more too. */
const AGAIN = '--again';
/** Asks for the whole size of all tests, on both databases. */
const WHOLE = '--whole';
/** Arguments that choose no tests. */
const OF_ALL = ['-u', '--updateSnapshot', '--ci', '--verbose'];

const PROVIDERS = { build, postgres, migrated, redis, browser };
/** The needs that processes have asked for: need -> promise of the answer. */
const provided = new Map();
/** Functions that end what all tests share. */
const ends = [];

/** Makes the build where it is older than what it is made of. */
async function build() {
  if (!isBuildStale()) return;
  process.stderr.write('metarun: building …\n');
  const child = spawn('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 2, 2] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the build failed (exit code ${code}); what it printed is above`);
}

/** Starts a PostgreSQL; returns its URL. */
async function postgres() {
  const { startPostgres } = await import('./support/embedded-postgres.mjs');
  const server = await startPostgres(['fsync=off']);
  ends.push(() => server.stop());
  process.stderr.write(`PostgreSQL for the tests: ${server.what}\n`);
  return server.url;
}

/** Makes a database that new ones of tests are copied from, on the PostgreSQL that there is by then; returns its name. */
async function migrated() {
  const { migratedDatabase } = await import('./support/migrated-database.mjs');
  const { name, remove } = await migratedDatabase(await provide('postgres'));
  ends.unshift(remove);
  return name;
}

/** Returns the program of the Redis that tests start; '' for the small one of the tests. TEST_REDIS names another one. */
async function redis() {
  const { redisProgram } = await import('./support/redis-program.mjs');
  const program = process.env.TEST_REDIS ?? redisProgram();
  const what = program || 'the small one of the tests, since there is no redis-server on PATH';
  process.stderr.write(`Redis for the tests: ${what}\n`);
  return program;
}

/** Starts a Chromium that the tests of pages share; returns the address by which they reach it. */
async function browser() {
  const { chromium } = await import('playwright-core');
  const { launchOptions } = await import('./support/browser/launch.mjs');
  const started = await chromium.launchServer({ ...(await launchOptions()), host: '127.0.0.1' });
  ends.push(() => started.close());
  return started.wsEndpoint();
}

function provide(need) {
  if (!provided.has(need)) provided.set(need, PROVIDERS[need]());
  return provided.get(need);
}

/** Answers a process that asks for something; see needs.mjs. */
async function answer(child, need) {
  const message = await provide(need).then(
    (value) => ({ need, value }),
    (error) => ({ need, error: error.message }),
  );
  if (child.connected) child.send(message);
}

/** Jest in a process of its own; resolves to its exit code, and the files that have failed. */
async function jest(args) {
  let failed = [];
  const child = spawn(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', ...args],
    { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: { ...process.env, TEST_NEEDS: 'ask' } },
  );
  child.on('message', (message) => {
    if (message.failed) failed = message.failed;
    else void answer(child, message.need);
  });
  const pass = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  const [code] = await once(child, 'exit');
  for (const signal of SIGNALS) process.off(signal, pass);
  return { code: code ?? 1, failed };
}

/**
 * Jest, and then each file that has failed once more by itself, where they are few: where it passes alone, the error is the
 * test's or of what it shares, and not of the change. Each is named at the end. Resolves to the exit code.
 */
async function twice(args, selection) {
  const { code, failed } = await jest([...args, ...selection]);
  if (code === 0) return 0;
  failures.push(...failed);
  if (failed.length === 0 || failed.length > FEW) return code;
  let worst = 0;
  for (const { project, path } of failed) {
    if (interrupted) return code;
    process.stderr.write(
      `metarun: ${named(path)} has failed on ${project}; it runs once more, alone\n`,
    );
    const again = await jest([
      ...args,
      '-i',
      '--selectProjects',
      project,
      '--runTestsByPath',
      path,
    ]);
    worst = Math.max(worst, again.code);
    if (again.code === 0) unsteady.push(`${named(path)} (${project})`);
  }
  return worst;
}

function named(path) {
  return relative(process.cwd(), path);
}

/**
 * All tests. Hostile scripts come late and by themselves, since how soon they end is a part of what is asked of them. At the whole
 * size hostile neighbours are last, since nothing beside them is to be slowed down; `npm run neighbours` tries them, too.
 */
async function all(args) {
  const names = config.projects.map(({ displayName }) => displayName);
  const tame = names.filter((name) => !name.startsWith(HOSTILE) && !APART.includes(name));
  const hostile = process.env.TEST_SIZE === 'whole' ? [HOSTILE, NEIGHBOURS] : [HOSTILE];
  const codes = [await twice(args, ['--selectProjects', ...tame])];
  for (const project of hostile)
    if (!interrupted)
      codes.push(await twice(args, ['--maxWorkers=2', '--selectProjects', project]));
  return Math.max(...codes);
}

async function selection() {
  return given.includes(AGAIN) ? twice([], args) : (await jest(args)).code;
}

/** The files that failed at first; their errors are printed again at the end, where they are easy to find. */
const failures = [];
/** The files that passed only when they ran alone. */
const unsteady = [];
let interrupted = false;
for (const signal of SIGNALS) process.on(signal, () => (interrupted = true));
const given = process.argv.slice(2);
const args = given.filter((arg) => arg !== AGAIN && arg !== WHOLE);
if (given.includes(WHOLE)) process.env.TEST_SIZE = 'whole';
const chosen = args.some((arg) => !OF_ALL.includes(arg));
const code = await (chosen ? selection() : all(args));
for (const { project, path, errors } of failures)
  process.stderr.write(
    `metarun: ${named(path)} (${project}) has failed:\n${errors.map((error) => `  ${error}\n`).join('')}`,
  );
if (unsteady.length > 0)
  process.stderr.write(
    `metarun: passed only when they ran alone, and need a fix: ${unsteady.join(', ')}\n`,
  );
// One that is still starting is waited for: it would outlive this process.
await Promise.allSettled(provided.values());
for (const end of ends) await end();
process.exit(code);
