import { spawnGuest } from '../../src/sandbox/runtime/sandbox/spawn-guest.js';
import { runnerGuest } from '../../src/sandbox/runtime/typescript/typescript-guests.js';
import { sandbox, TYPESCRIPT_GUEST } from './sandbox.js';

/** Runs `code` in place of the runner and returns what it writes to the channel. */
export async function found(code: string, make = runnerGuest): Promise<unknown> {
  const guest = make(process.execPath, TYPESCRIPT_GUEST);
  const dropUser = `const user = process.argv.find((arg) => arg.startsWith('--become='));
    if (user) { process.setgroups([]); process.setgid(65534); process.setuid(parseInt(user.slice(9), 10)); }`;
  const script = `${dropUser}
    const fs = require('node:fs');
    const tried = (call) => { try { return call(); } catch (error) { return error.code ?? String(error); } };
    (async () => { ${code} })().then((value) => { fs.writeSync(3, JSON.stringify(value ?? null)); process.exit(); });`;
  const child = spawnGuest(sandbox.wrap({ ...guest, args: ['-e', script, '--'] }));
  let text = '';
  child.channel.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await child.exited;
  if (text === '') throw new Error(child.stderrTail());
  return JSON.parse(text);
}
