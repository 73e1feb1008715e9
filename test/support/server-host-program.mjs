// A process that the test files of a worker share. It runs any number of servers, each with its own settings, so that
// their modules are loaded and compiled only once. It answers the requests of server-host.ts. When its parent has
// ended, it stops the servers and removes the data of those that it keeps.
import { rm } from 'node:fs/promises';
import { readServerConfig, startServer } from '../../dist/server/main.js';
import { answerRequests } from './host-requests.mjs';
import { query } from './postgres.ts';
import { startPair } from './server-pair.mjs';

/** Names of the variables that this process started with. */
const OWN = new Set(Object.keys(process.env));

/**
 * The running servers: number -> address, environment, function that stops it, and the name under which it is kept, if
 * any.
 */
const servers = new Map();
let started = 0;

const ACTIONS = { start, stop, find };

/**
 * Starts a server. With `keep` it runs for later test files, until the end of this process. With `isPair` it is two
 * servers behind one address.
 */
async function start({ env, keep, isPair }) {
  share(env);
  const { port, close } = isPair
    ? await startPair(env)
    : await startServer(readServerConfig(env), async () => undefined);
  const id = (started += 1);
  const url = `http://127.0.0.1:${port}`;
  servers.set(id, { url, env, close, keep });
  return { id, url };
}

async function stop({ id }) {
  const { close, env } = servers.get(id);
  await close();
  servers.delete(id);
  for (const name of Object.keys(env))
    if (!OWN.has(name) && ![...servers.values()].some((other) => name in other.env))
      delete process.env[name];
  return {};
}

/** Returns the server that is kept under a name; null if there is none. */
async function find({ name }) {
  const kept = [...servers.values()].find(({ keep }) => keep?.name === name);
  return kept === undefined ? null : { url: kept.url, env: kept.env };
}

/** Sets the variables that servers only read when they need them, such as the keys of model providers. */
function share(env) {
  for (const [name, value] of Object.entries(env)) {
    if (name.startsWith('METARUN_')) continue;
    if ([...servers.values()].some(({ env }) => name in env && env[name] !== value))
      throw new Error(`A server that runs has another ${name}: start a process of its own.`);
    process.env[name] = value;
  }
}

async function end() {
  await Promise.allSettled([...servers.values()].map(({ close }) => close()));
  const kept = [...servers.values()].filter(({ keep }) => keep !== undefined);
  await Promise.allSettled(kept.map(removeData));
}

async function removeData({ env, keep }) {
  await rm(env.METARUN_DATA_DIR, { recursive: true, force: true });
  if (env.METARUN_DATABASE_URL === undefined) return;
  const name = new URL(env.METARUN_DATABASE_URL).pathname.slice(1);
  // The database server may have been stopped first.
  await query(keep.admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

await answerRequests(({ action, ...options }) => ACTIONS[action](options), end);
