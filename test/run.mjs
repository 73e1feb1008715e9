// Runs Jest with the arguments given, and provides what the projects of the selected tests ask for as they begin: a build
// that is up to date, a PostgreSQL, a Chromium. The PostgreSQL is the server that TEST_POSTGRES_URL names, else one out of
// npm. See needs.mjs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import config from '../jest.config.mjs';
import { isBuildStale } from '../scripts/fresh-build.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM'];
/** The project of hostile scripts, in the best sandbox. `npm run prove` tries them in the others too. */
const HOSTILE = 'adversarial';
/** The project of attacks on other projects, which take all of the machine that they can get. */
const NEIGHBOURS = 'neighbours';
/** The project that builds images and starts proxies, which `npm run hosting` runs alone. */
const HOSTING = 'hosting';
/** Arguments that choose no tests. */
const OF_ALL = ['-u', '--updateSnapshot', '--ci', '--verbose'];

const PROVIDERS = { build, postgres, browser };
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

/** Jest in a process of its own; resolves to its exit code. */
async function jest(args) {
  const child = spawn(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', ...args],
    { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: { ...process.env, TEST_NEEDS: 'ask' } },
  );
  child.on('message', ({ need }) => void answer(child, need));
  const pass = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  const [code] = await once(child, 'exit');
  for (const signal of SIGNALS) process.off(signal, pass);
  return code ?? 1;
}

/**
 * All tests. Hostile scripts come late and by themselves, since how soon they end is a part of what is asked of them, and
 * hostile neighbours last, since nothing beside them is to be slowed down.
 */
async function all(args) {
  const names = config.projects.map(({ displayName }) => displayName);
  const tame = names.filter(
    (name) => !name.startsWith(HOSTILE) && name !== NEIGHBOURS && name !== HOSTING,
  );
  const codes = [await jest([...args, '--selectProjects', ...tame])];
  for (const hostile of [HOSTILE, NEIGHBOURS])
    if (!interrupted)
      codes.push(await jest([...args, '--maxWorkers=2', '--selectProjects', hostile]));
  return Math.max(...codes);
}

let interrupted = false;
for (const signal of SIGNALS) process.on(signal, () => (interrupted = true));
const args = process.argv.slice(2);
const chosen = args.some((arg) => !OF_ALL.includes(arg));
const code = await (chosen ? jest(args) : all(args));
// One that is still starting is waited for: it would outlive this process.
await Promise.allSettled(provided.values());
for (const end of ends) await end();
process.exit(code);
