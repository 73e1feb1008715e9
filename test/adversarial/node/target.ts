import type { HostileCase, Target } from '../support/hostile-case.js';
import { TYPESCRIPT } from '../typescript/target.js';

/** A script that returns what every process starts with: its files, what it sees of others, and its globals. */
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

/** TypeScript in a process of Node, which the sandbox alone contains. */
export const NODE: Target = {
  ...TYPESCRIPT,
  title: 'typescript on node',
  fields: { runtime: 'node' },
  // Node itself, the heap of its script, and what V8 may need beside it.
  allowedMb: (limitMb) => limitMb * 3 + 320,
  hostDetail: /node-runner|\/(work|home|root|opt)\/|file:\/\//,
  probe: PROBE,
};

/** A case that ends well, and whose script could do none of what it tried: it returns what it could. */
export function powerless(name: string, body: string): HostileCase {
  const wrong: HostileCase['wrong'] = ({ result }) =>
    JSON.stringify(result) === '[]' ? null : `it could do ${JSON.stringify(result)}`;
  return { name, script: HEAD + body + '\n}\n', ends: ['success'], wrong };
}

/** The start of a script that tries things: `can` names those that did not fail. */
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
