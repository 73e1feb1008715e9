import type { Config } from '../../../base/config/settings.js';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import { VERSION } from '../../../base/kernel/version.js';
import type { Tables } from '../../../platform/database/feature.js';
import { cipherKey } from '../../../access/secrets/cipher.js';
import { type Manifest, newerBackup } from '../backup/manifest.js';

/** Throws a GuidedError if this version, with these settings, cannot restore a backup. */
export function assertRestorable(
  { metarun, database, contents }: Manifest,
  config: Config,
  { migrations }: Pick<Tables, 'migrations'>,
): void {
  const known = new Set(migrations.map(({ name }) => name));
  if (isNewer(metarun, VERSION) || database.migrations.some((name) => !known.has(name)))
    throw newerBackup(metarun);
  const kind = config.databaseUrl === '' ? 'sqlite' : 'postgres';
  if (database.kind !== kind)
    throw wrongSettings(
      database.kind === 'postgres'
        ? 'The backup has a PostgreSQL database, and METARUN_DATABASE_URL is not set.'
        : 'The backup has a SQLite database, and METARUN_DATABASE_URL names PostgreSQL.',
      database.kind === 'postgres'
        ? 'Set METARUN_DATABASE_URL to an empty database.'
        : 'Restore it without METARUN_DATABASE_URL.',
    );
  if (!contents.included && config.storage !== 's3')
    throw wrongSettings(
      'The backup was made with --no-contents: its files are in a bucket.',
      'Set METARUN_STORAGE and METARUN_STORAGE_… to the bucket.',
    );
}

/** Returns why the secrets of a restored backup cannot be decrypted; null if they can, or without secrets. */
export function keyWarning(
  { secret_key: key }: Manifest,
  { secretKey }: Pick<Config, 'secretKey'>,
): string | null {
  if (key === null) return null;
  const given = secretKey === '' ? null : cipherKey(Buffer.from(secretKey, 'base64')).id;
  if (given === key.id || (given === null && key.included)) return null;
  const advice = 'METARUN_SECRET_KEY must be the key that the server had when it was backed up.';
  return given === null
    ? `The secrets were encrypted with the key of METARUN_SECRET_KEY, which is not in the backup and not set. ${advice}`
    : `The secrets were encrypted with another key than METARUN_SECRET_KEY has. ${key.included ? 'The backup has the right one: restore and start without METARUN_SECRET_KEY.' : advice}`;
}

/** Compares versions by `major.minor.patch`. */
function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number));
  const index = a?.findIndex((part, at) => part !== (b?.[at] ?? 0)) ?? -1;
  return index >= 0 && (a?.[index] ?? 0) > (b?.[index] ?? 0);
}

function wrongSettings(message: string, fix: string): GuidedError {
  return new GuidedError(message, { code: 'wrong_settings', fix, docs: 'operations.md#restore' });
}
