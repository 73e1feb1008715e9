// Stands for a server without a sandbox whose converter a document keeps busy; sends its parent a message once it does.
import { Readable } from 'node:stream';
import { join } from 'node:path';
import { SandboxedDocumentConverter } from '../../dist/modules/sandbox/conversion/sandboxed.document-converter.js';
import { LIMITS } from '../../dist/modules/sandbox/conversion/limits.js';

const watch = join(import.meta.dirname, '../../packages/document-converter/src/watch-parent.ts');
const guest = `
import { watchParent } from '${watch}';
import { Socket } from 'node:net';
const channel = new Socket({ fd: 3 });
channel.once('data', (head) => {
  const { id } = JSON.parse(head.subarray(0, head.indexOf(10)));
  const media = JSON.stringify({ type: 'media', id, name: 'a.png', bytes: 0 });
  channel.write(media + '\\n', () => { for (;;); });
});
watchParent();
channel.write(JSON.stringify({ type: 'ready', version: '0', formats: [] }) + '\\n');
`;

const converter = new SandboxedDocumentConverter({
  command: { command: process.execPath, args: ['--input-type=module', '--eval', guest] },
  limits: LIMITS,
  maxProcesses: 1,
  idleMs: 60_000,
  surplusIdleMs: 60_000,
  onWarning: (message) => console.error(message),
});
await converter.convert(
  { name: 'a.txt', size: 1, open: () => Promise.resolve(Readable.from([Buffer.from('x')])) },
  { mediaPath: 'a/', onMedia: () => Promise.resolve(void process.send('spins')) },
);
