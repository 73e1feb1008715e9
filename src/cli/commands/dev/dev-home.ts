import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEV_FILE, findDevServer } from '../../toolkit/dev-server.js';
import { CommandError } from '../../toolkit/command-error.js';

/** The address at which commands reach the server of a folder. */
export interface DevAddress {
  url: string;
  token: string;
  project: string;
}

/** `.metarun` of the folder that `metarun dev` serves: its data, and how to reach it. */
export class DevHome {
  /** Folder of the server's data. */
  readonly dataDir: string;
  private readonly file: string;
  private written = false;

  /** `folder`: absolute. */
  constructor(private readonly folder: string) {
    this.dataDir = join(folder, '.metarun', 'dev');
    this.file = join(folder, DEV_FILE);
  }

  /** Throws CommandError where a server of this folder runs already. `fresh`: without the data of last time. */
  async open(fresh: boolean): Promise<void> {
    await this.refuseSecond();
    if (fresh) await rm(this.dataDir, { recursive: true, force: true });
    await mkdir(this.dataDir, { recursive: true, mode: 0o700 });
    // Neither data nor a token belongs into a repository.
    await writeFile(join(this.folder, '.metarun', '.gitignore'), '*\n');
  }

  /** Lets the commands of this folder reach the server. */
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

  /** That of a folder above serves other files as well, and may go on. */
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
