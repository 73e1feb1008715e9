import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CliAnswer, runCli } from './cli.js';
import { newInstallation, type TestServer } from './server.js';

/** An empty data folder and database for restoring a backup, and the settings that lead there. */
export interface EmptyInstallation {
  env: Record<string, string>;
  dataDir: string;
  remove(): Promise<void>;
}

/** Returns an empty data folder, and on PostgreSQL an empty database, with the credentials of `server`. */
export async function emptyInstallation(
  server: TestServer,
  more: Record<string, string> = {},
): Promise<EmptyInstallation> {
  const { METARUN_DATA_DIR: _folder, METARUN_DATABASE_URL: _url, ...env } = server.env;
  const { settings, remove } = await newInstallation({ ...env, ...more });
  return { env: settings, dataDir: settings['METARUN_DATA_DIR'] ?? '', remove };
}

export class Backups {
  private readonly folder = mkdtempSync(join(tmpdir(), 'metarun-backups-'));
  private readonly made: { stop(): Promise<void> }[] = [];
  private count = 0;

  /** Returns the path of a folder that does not exist yet. */
  next(): string {
    this.count += 1;
    return join(this.folder, `backup-${this.count}`);
  }

  /** Backs up a server and returns the folder. */
  async of(server: TestServer): Promise<string> {
    const folder = this.next();
    const { code, stdout, stderr } = await metarun(server.env, 'backup', folder, '--json');
    if (code !== 0) throw new Error(`no backup: ${stdout}${stderr}`);
    return folder;
  }

  /** Restores a backup into an empty installation and starts a server on it. */
  async restored<Started extends TestServer>(
    folder: string,
    server: TestServer,
    start: (env: Record<string, string>) => Promise<Started>,
    more: Record<string, string> = {},
  ): Promise<Started> {
    const place = await emptyInstallation(server, more);
    const { code, stdout, stderr } = await metarun(place.env, 'restore', folder);
    if (code !== 0) throw new Error(`not restored: ${stdout}${stderr}`);
    const started = await start(place.env);
    this.made.push({
      stop: async () => {
        await started.stop();
        await place.remove();
      },
    });
    return started;
  }

  /** Stops all servers that were started here, and removes their data and the backups. */
  async remove(): Promise<void> {
    for (const one of this.made) await one.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function metarun(env: Record<string, string>, ...args: string[]): Promise<CliAnswer> {
  return runCli(args, { env });
}
