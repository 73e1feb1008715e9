// Runs Jest with the arguments given, on a PostgreSQL: the server that TEST_POSTGRES_URL names, else one of its
// own out of npm. It says which.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import config from '../jest.config.mjs';
import { startPostgres } from './support/embedded-postgres.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM'];
/** The project of hostile scripts, in the best sandbox. `npm run prove` tries them in the others too. */
const HOSTILE = 'adversarial';
/** The project of attacks on other projects, which take all of the machine that they can get. */
const NEIGHBOURS = 'neighbours';
/** Arguments that choose no tests. */
const OF_ALL = ['-u', '--updateSnapshot', '--ci', '--verbose'];

const postgres = await startPostgres(['fsync=off']);
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

/**
 * All tests. Hostile scripts come late and by themselves, since how soon they end is a part of what is asked of them, and
 * hostile neighbours last, since nothing beside them is to be slowed down.
 */
async function all(args) {
  const names = config.projects.map(({ displayName }) => displayName);
  const tame = names.filter((name) => !name.startsWith(HOSTILE) && name !== NEIGHBOURS);
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
await postgres.stop();
process.exit(code);
