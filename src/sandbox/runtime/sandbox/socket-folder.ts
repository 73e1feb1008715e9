import { mkdtempSync, readdirSync } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { noTemporaryFiles } from '../../../base/kernel/temporary-files.js';
import { NOBODY } from './guest-spec.js';

/**
 * Maximum length of the parent folder's path. The kernel allows 107 bytes for a socket's path; the rest is for the
 * names that are appended.
 */
const MAX_PARENT_BYTES = 70;

/**
 * Age at which a folder without a socket counts as abandoned (ms). On a busy machine, the start that creates the socket
 * may take minutes.
 */
const UNUSED_MS = 3_600_000;

/** Private folders that each contain one Unix socket, such as `/tmp/metarun-fork-x1y2z3/fork.sock`. */
export class SocketFolders {
  /** `purpose` is part of the name: `fork` in the example above. */
  constructor(private readonly purpose: string) {}

  get socketName(): string {
    return `${this.purpose}.sock`;
  }

  /**
   * Creates a folder for this user only, and starts to remove those of killed servers. The socket gets its name only
   * once it is listening, so a socket that refuses connections is abandoned. Throws GuidedError if the folder for
   * temporary files is not writable.
   */
  make(): string {
    const prefix = this.prefix();
    try {
      for (const folder of this.all()) void this.removeIfStale(folder);
      return mkdtempSync(prefix);
    } catch (error) {
      throw noTemporaryFiles(dirname(prefix), error);
    }
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

  /** Removes a folder if no process listens on its socket, or if it will never contain one. */
  private async removeIfStale(folder: string): Promise<void> {
    try {
      const { uid, mtimeMs } = await lstat(folder);
      const ours = uid === process.getuid?.() || (process.getuid?.() === 0 && uid === NOBODY);
      if (!ours) return;
      const answer = await connectError(join(folder, this.socketName));
      const unused = answer === 'ENOENT' && Date.now() - mtimeMs > UNUSED_MS;
      if (answer !== 'ECONNREFUSED' && !unused) return;
      await rm(folder, { recursive: true, force: true });
    } catch {
      // Another server is removing the folder.
    }
  }
}

/** Resolves to the error code of a connection to a socket; undefined if the connection is accepted. */
function connectError(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
}
