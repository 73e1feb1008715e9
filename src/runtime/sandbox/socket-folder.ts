import { mkdtempSync, readdirSync } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
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

  /**
   * Makes one, for this user alone. Nobody waits until those whose server was killed are gone. A socket has to come there
   * when it is listened on, by another name until then: one that refuses is nobody's.
   */
  make(): string {
    for (const folder of this.all()) void this.removeIfStale(folder);
    return mkdtempSync(this.prefix());
  }

  private all(): string[] {
    const parent = dirname(this.prefix());
    const names = readdirSync(parent).filter((name) => name.startsWith(basename(this.prefix())));
    return names.map((name) => join(parent, name));
  }

  private prefix(): string {
    const parent = Buffer.byteLength(tmpdir()) > MAX_PARENT_BYTES ? '/tmp' : tmpdir();
    return join(parent, `metarun-${this.purpose}-`);
  }

  /** Where nobody listens on its socket, or there will be none. */
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
