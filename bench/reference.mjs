import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pssOf } from './server.mjs';
import { clock } from './statistics.mjs';

const ISOLATE = fileURLToPath(new URL('isolate.mjs', import.meta.url));
/** The interpreter itself: what stands first on PATH may be a version manager's shim. */
export const PYTHON = '/usr/bin/python3';

/** Ms from the spawn to the exit of a process, `count` times. */
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

/** Ms to create an isolate with its context, run a function in it and dispose it: `bare`, from `snapshot`, and in one that is `kept`. */
export async function isolates(count) {
  const args = ['--no-node-snapshot', ISOLATE, String(count)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

/** Memory in MiB (PSS) of a Node process that does nothing. */
export async function idleNode() {
  const code = 'process.stdin.resume(); process.stdout.write(".")';
  const child = spawn(process.execPath, ['-e', code], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
  });
  await once(child.stdout, 'data');
  const size = pssOf(child.pid);
  child.kill();
  return size;
}
