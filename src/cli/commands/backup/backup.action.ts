import { resolve } from 'node:path';
import { Backup, type BackupResult } from '../../../server/installation/backup/backup.js';
import type { Progress } from '../../../server/installation/backup/progress.js';
import { openBlobStore } from '../../../platform/storage/open-blob-store.js';
import { readServerConfig } from '../../../server/core/config.js';
import { backupProgress } from '../../toolkit/backup-progress.js';
import { usageError } from '../../toolkit/command-error.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { withDatabase } from '../../toolkit/open-database.js';
import { printJson } from '../../toolkit/print-json.js';
import { bytesText } from '../../toolkit/units.js';
import { stdout } from '../../toolkit/output.js';

export interface BackupCommandOptions {
  /** False leaves the contents in the bucket. */
  contents?: boolean | undefined;
  json?: boolean | undefined;
}

/** Maximum number of contents listed on a terminal. */
const SHOWN = 20;

/** Runs `metarun backup`. Progress goes to standard error. The exit code is 1 if contents were missing or damaged. */
export async function runBackup(
  folder: string,
  { contents = true, json = false }: BackupCommandOptions = {},
): Promise<void> {
  const config = readServerConfig();
  if (!contents && config.storage !== 's3')
    throw usageError(
      '--no-contents is for files in a bucket, and these are in the data folder.',
      'Leave the option out.',
      'operations.md#backup',
    );
  const path = resolve(folder);
  const blobs = await openBlobStore(config);
  try {
    const show = backupProgress();
    const result = await withDatabase(config, (database, goesOn) => {
      const onProgress = (progress: Progress): void => {
        goesOn();
        show(progress);
      };
      return new Backup(config, database, blobs, path, { contents, onProgress }).run();
    });
    process.exitCode = result.bad.length === 0 ? EXIT.ok : EXIT.failed;
    if (json) printJson(buildBackupDocument(path, result));
    else stdout.write(formatBackup(path, result));
  } finally {
    blobs.close();
  }
}

function buildBackupDocument(folder: string, { manifest, bad }: BackupResult): object {
  const { metarun, created_at, installation, database, secret_key, contents } = manifest;
  return {
    ok: bad.length === 0,
    folder,
    metarun,
    created_at,
    installation,
    database: database.kind,
    secret_key: secret_key === null ? 'none' : secret_key.included ? 'included' : 'not included',
    contents,
    problems: bad,
  };
}

function formatBackup(folder: string, { manifest, bad }: BackupResult): string {
  const { database, secret_key: key, contents, files } = manifest;
  const packed = Object.entries(files)
    .filter(([name]) => name.startsWith('database/'))
    .reduce((sum, [, { bytes }]) => sum + bytes, 0);
  const kind = database.kind === 'postgres' ? 'PostgreSQL' : 'SQLite';
  const lines = [
    `Backed up into ${folder}`,
    `  database    ${kind}, ${bytesText(packed)}`,
    `  files       ${contents.included ? `${contents.blobs} contents` : 'left in the bucket'}`,
    `  secret key  ${keyText(key)}`,
  ];
  if (bad.length > 0) lines.push('', `${bad.length} contents are not as they were stored:`);
  for (const { kind: what, path, workspace_id, detail } of bad.slice(0, SHOWN))
    lines.push(`  ${what}: ${JSON.stringify(path)} of workspace ${workspace_id}: ${detail}`);
  if (bad.length > SHOWN) lines.push(`  … and ${bad.length - SHOWN} more; --json lists them`);
  return `${lines.join('\n')}\n`;
}

function keyText(key: BackupResult['manifest']['secret_key']): string {
  if (key === null) return 'none: no secret has been stored';
  return key.included
    ? 'included: keep the folder as you keep passwords'
    : 'NOT included: keep METARUN_SECRET_KEY';
}
