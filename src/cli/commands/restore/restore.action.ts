import { resolve } from 'node:path';
import type { Manifest } from '../../../server/installation/backup/manifest.js';
import { BackupFolder } from '../../../server/installation/restore/backup-folder.js';
import { Restore } from '../../../server/installation/restore/restore.js';
import { readServerConfig } from '../../../server/core/config.js';
import { allTables } from '../../../server/core/tables.js';
import { backupProgress } from '../../toolkit/backup-progress.js';
import { printJson } from '../../toolkit/print-json.js';
import { stdout } from '../../toolkit/output.js';

export interface RestoreCommandOptions {
  /** Only verifies the backup. */
  check?: boolean | undefined;
  json?: boolean | undefined;
}

/** Runs `metarun restore`. Progress goes to standard error. */
export async function runRestore(
  folder: string,
  { check = false, json = false }: RestoreCommandOptions = {},
): Promise<void> {
  const path = resolve(folder);
  if (check) return checkOnly(path, json);
  const config = readServerConfig();
  const restore = new Restore(config, allTables(), backupProgress());
  const { manifest, warnings } = await restore.run(path);
  if (json) return printJson({ ok: true, paused: true, warnings, ...about(manifest) });
  const lines = [
    `Restored the backup of ${manifest.created_at} into ${config.dataDir}`,
    ...warnings.map((warning) => `  warning: ${warning}`),
    '',
    'The restored installation is paused: a server on it serves the API, but runs no task, ticks no',
    'schedule and sends no webhook. Start it with `metarun serve`, and look at everything. Then let it work:',
    '',
    '  metarun resume',
  ];
  stdout.write(`${lines.join('\n')}\n`);
}

async function checkOnly(path: string, json: boolean): Promise<void> {
  const backup = await BackupFolder.open(path);
  await backup.check(backupProgress());
  if (json) return printJson({ ok: true, ...about(backup.manifest) });
  const { created_at, metarun } = backup.manifest;
  stdout.write(
    `The backup of ${created_at} is whole: ${backup.blobs.length} contents, by metarun ${metarun}\n`,
  );
}

function about({ metarun, created_at, installation, database, contents }: Manifest): object {
  return { metarun, created_at, installation, database: database.kind, contents };
}
