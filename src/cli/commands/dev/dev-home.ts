import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEV_FILE, findDevServer } from '../../toolkit/dev-server.js';
import { CommandError } from '../../toolkit/command-error.js';

/** Address at which commands reach the server of a folder. */
export interface DevAddress {
  url: string;
  token: string;
  project: string;
}

/** The `.metarun` folder of a folder served by `metarun dev`. It contains the data and the server's address. */
export class DevHome {
  /** Data folder of the server. */
  readonly dataDir: string;
  private readonly file: string;
  private written = false;

  /** `folder` is absolute. */
  constructor(private readonly folder: string) {
    this.dataDir = join(folder, '.metarun', 'dev');
    this.file = join(folder, DEV_FILE);
  }

  /** Throws CommandError if a server already runs for this folder. `fresh` deletes the data of earlier runs. */
  async open(fresh: boolean): Promise<void> {
    await this.refuseSecond();
    if (fresh) await rm(this.dataDir, { recursive: true, force: true });
    await mkdir(this.dataDir, { recursive: true, mode: 0o700 });
    // Keeps the data and the token out of Git.
    await writeFile(join(this.folder, '.metarun', '.gitignore'), '*\n');
  }

  /** Writes the file by which commands in this folder find the server. */
  async publish(address: DevAddress): Promise<void> {
    const text = `${JSON.stringify({ ...address, pid: process.pid }, null, 2)}\n`;
    const temporary = `${this.file}.${randomBytes(6).toString('hex')}`;
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx' });
    await rename(temporary, this.file);
    this.written = true;
  }

  async close(): Promise<void> {
    if (this.written) await unlink(this.file).catch(() => undefined);
    this.written = false;
  }

  /** Throws if this folder is already served. A server of a folder above serves other files and is no conflict. */
  private async refuseSecond(): Promise<void> {
    const running = await findDevServer(this.folder, { above: false });
    if (running === null) return;
    throw new CommandError(`metarun dev runs in this folder already: ${running.url}`, {
      code: 'already_running',
      fix: 'Use that one, or stop it first by Ctrl-C.',
      docs: 'dev.md#one-for-each-folder',
    });
  }
}
