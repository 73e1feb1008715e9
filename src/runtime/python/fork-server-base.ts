import { lstat, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { NOBODY } from '../sandbox/guest-spec.js';

/** The kernel allows 107 bytes for a socket's path; the rest is for the names that are added. */
const MAX_PARENT_BYTES = 70;

/** The fork server's socket, in its base. */
export const SOCKET = 'fork.sock';

/** What the path of each fork server's own folder begins with. */
export function basePrefix(): string {
  const parent = Buffer.byteLength(tmpdir()) > MAX_PARENT_BYTES ? '/tmp' : tmpdir();
  return join(parent, 'metarun-fork-');
}

/** Removes what fork servers have left that were killed together with their server: sockets that nobody listens on. */
export async function removeStaleBases(): Promise<void> {
  const parent = dirname(basePrefix());
  const names = await readdir(parent).catch(() => []);
  const bases = names.filter((name) => name.startsWith(basename(basePrefix())));
  await Promise.all(bases.map((name) => removeIfStale(join(parent, name))));
}

async function removeIfStale(base: string): Promise<void> {
  try {
    const { uid } = await lstat(base);
    const ours = uid === process.getuid?.() || (process.getuid?.() === 0 && uid === NOBODY);
    if (!ours || !(await isRefused(base))) return;
    await rm(base, { recursive: true, force: true });
  } catch {
    // Someone else removes it.
  }
}

function isRefused(base: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(base, SOCKET));
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}
