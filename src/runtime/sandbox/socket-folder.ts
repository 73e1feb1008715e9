import { mkdtempSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { NOBODY } from './guest-spec.js';

/** The kernel allows 107 bytes for a socket's path; the rest is for the names that are added. */
const MAX_PARENT_BYTES = 70;

/** After which a folder without a socket is nobody's any more, ms: one is made right after it. */
const UNUSED_MS = 60_000;

/** Private folders of the machine that hold one Unix socket each, such as `/tmp/metarun-fork-x1y2z3/fork.sock`. */
export class SocketFolders {
  /** `purpose`: `fork` for the above. */
  constructor(private readonly purpose: string) {}

  get socketName(): string {
    return `${this.purpose}.sock`;
  }

  /** Makes one, for this user alone. Nobody waits until those whose server was killed are gone. */
  make(): string {
    void this.removeStale();
    return mkdtempSync(this.prefix());
  }

  /** Nobody listens on their sockets, or there will be none. */
  private async removeStale(): Promise<void> {
    const parent = dirname(this.prefix());
    const names = await readdir(parent).catch(() => []);
    const folders = names.filter((name) => name.startsWith(basename(this.prefix())));
    await Promise.all(folders.map((name) => this.removeIfStale(join(parent, name))));
  }

  private prefix(): string {
    const parent = Buffer.byteLength(tmpdir()) > MAX_PARENT_BYTES ? '/tmp' : tmpdir();
    return join(parent, `metarun-${this.purpose}-`);
  }

  private async removeIfStale(folder: string): Promise<void> {
    try {
      const { uid, mtimeMs } = await lstat(folder);
      const ours = uid === process.getuid?.() || (process.getuid?.() === 0 && uid === NOBODY);
      if (!ours) return;
      const answer = await answerOf(join(folder, this.socketName));
      const unused = answer === 'ENOENT' && Date.now() - mtimeMs > UNUSED_MS;
      if (answer !== 'ECONNREFUSED' && !unused) return;
      await rm(folder, { recursive: true, force: true });
    } catch {
      // Someone else removes it.
    }
  }
}

/** The error of a connection to a socket; undefined where somebody takes it. */
function answerOf(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
}
