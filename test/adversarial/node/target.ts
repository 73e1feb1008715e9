import type { HostileCase, Target } from '../support/hostile-case.js';
import { TYPESCRIPT } from '../typescript/target.js';

/**
 * A script that returns the initial state of a process: its files, what it can see of other processes, and its globals.
 */
const PROBE = `
import fs from 'node:fs';
import os from 'node:os';
export default async function run() {
  const list = (at: string): string[] => { try { return fs.readdirSync(at).sort(); } catch { return []; } };
  return {
    files: ['/', '/tmp', '/run', '/dev', '/etc', '/var'].map(list),
    processes: list('/proc').filter((name) => /^\\d+$/.test(name)).length,
    descriptors: list('/proc/self/fd').length,
    environment: process.env,
    globals: Reflect.ownKeys(globalThis).map(String),
    prototypes: [Object, Array, Promise, Function].map((each) => Reflect.ownKeys(each.prototype).map(String)),
    user: [process.getuid?.(), process.getgid?.(), os.hostname(), process.cwd(), process.umask()],
  };
}
`;

/** TypeScript in a Node process, which only the sandbox contains. */
export const NODE: Target = {
  ...TYPESCRIPT,
  title: 'typescript on node',
  fields: { runtime: 'node' },
  // Node itself, the heap of the script, and additional memory of V8.
  allowedMb: (limitMb) => limitMb * 3 + 320,
  hostDetail: /node-runner|\/(work|home|root|opt)\/|file:\/\//,
  probe: PROBE,
};

/**
 * Returns a case that must succeed. Its script returns the names of the actions that were possible, of which there must
 * not be any.
 */
export function powerless(name: string, body: string): HostileCase {
  const wrong: HostileCase['wrong'] = ({ result }) =>
    JSON.stringify(result) === '[]' ? null : `it could do ${JSON.stringify(result)}`;
  return { name, script: HEAD + body + '\n}\n', ends: ['success'], wrong };
}

/** Beginning of a script that tries actions: `can` lists those that succeeded. */
export const HEAD = `
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import child from 'node:child_process';
import { Worker } from 'node:worker_threads';
const can: string[] = [];
const tries = async (name: string, work: () => unknown): Promise<void> => {
  try { if ((await work()) !== false) can.push(name); } catch {}
};
export default async function run(params: any, reporter: any): Promise<any> {
`;
