import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readProportionalBytes } from './server.mjs';
import { clock } from './statistics.mjs';

const ISOLATE = fileURLToPath(new URL('isolate.mjs', import.meta.url));
/** The interpreter itself, since the first one on PATH may be the shim of a version manager. */
export const PYTHON = '/usr/bin/python3';

/** Measures the time from the spawn to the exit of a process, `count` times, in ms. */
export async function spawns(command, args, count) {
  const all = [];
  for (let index = 0; index < count; index += 1) all.push(await spawnOnce(command, args));
  return all;
}

function spawnOnce(command, args) {
  const began = clock();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'ignore', env: {} });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve(clock() - began);
      else reject(new Error(`${command} ended with ${code}`));
    });
  });
}

/**
 * Measures the time to create an isolate with its context, run a function in it and dispose of it, in ms: `bare`, from
 * a `snapshot`, and in an isolate that is `kept`.
 */
export async function isolates(count) {
  const args = ['--no-node-snapshot', ISOLATE, String(count)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

/** Returns the memory (PSS) of an idle Node process, in MiB. */
export async function idleNode() {
  const code = 'process.stdin.resume(); process.stdout.write(".")';
  const child = spawn(process.execPath, ['-e', code], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
  });
  await once(child.stdout, 'data');
  const size = readProportionalBytes(child.pid);
  child.kill();
  return size;
}
