import { ConfigError } from '../../base/config/config.js';
import type { Config } from '../../base/config/settings.js';
import type { Database, Transaction } from '../../platform/database/database.js';
import { liveHosts } from '../../workflow/engine/workers/worker-rows.js';
import type { CipherKey } from '../../access/secrets/cipher.js';

/** Prefix of the names of their rows in the table `installation`. */
const PREFIX = 'setting:';

/** Value while there is no key yet: the one in the data folder is created with the first secret. */
const NO_KEY = 'none yet';

/** Settings that all processes of an installation must share, by variable. */
type Common = Readonly<Record<string, string>>;

/**
 * Refuses to start a process whose settings differ from those of running ones, since each would undo or misread the
 * work of the others. While no process runs, settings may change: the first one to start defines them.
 */
export async function checkEqualSettings(
  config: Config,
  database: Database,
  key: CipherKey | null,
): Promise<void> {
  if (database.kind === 'sqlite') return;
  const own = collectCommonSettings(config, key);
  await database.write(async (transaction) => {
    await transaction.lock('installation settings');
    const others = await liveHosts(database, transaction);
    const stored = await storedIn(transaction);
    if (others.length > 0) {
      assertKey(config, others);
      const madeSince = config.secretKey === '' && stored['METARUN_SECRET_KEY'] === NO_KEY;
      assertEqual(madeSince ? { ...own, METARUN_SECRET_KEY: NO_KEY } : own, stored, others);
    }
    for (const [name, value] of Object.entries(own))
      await transaction.query(
        `INSERT INTO installation (name, value) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        [PREFIX + name, value],
      );
  });
}

/** Returns the shared settings. They contain no secret. */
function collectCommonSettings(config: Config, key: CipherKey | null): Common {
  const storage =
    config.storage === 's3'
      ? `s3 ${config.storageEndpoint} ${config.storageBucket}/${config.storagePrefix}`
      : 'disk';
  return {
    METARUN_SECRET_KEY: key === null ? NO_KEY : `key ${key.id}`,
    METARUN_STORAGE: storage.replaceAll(/\s+/g, ' '),
    METARUN_PUBLIC_URL: config.publicUrl,
    METARUN_LEASE_SECONDS: String(config.leaseSeconds),
  };
}

async function storedIn(transaction: Transaction): Promise<Common> {
  const rows = await transaction.query<{ name: string; value: string }>(
    `SELECT name, value FROM installation WHERE name LIKE '${PREFIX}%'`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name.slice(PREFIX.length), value]));
}

/** Requires METARUN_SECRET_KEY if data folders are separate: each process would create its own key. */
function assertKey({ storage, secretKey }: Config, others: readonly string[]): void {
  if (storage === 'disk' || secretKey !== '') return;
  throw new ConfigError(
    `METARUN_SECRET_KEY is not set, and the installation has other processes (${list(others)}): each needs the same key. ` +
      'Set it for all of them, to the one in secret.key of the data folder of the first, or to a new one where no secret is stored.',
  );
}

function assertEqual(own: Common, stored: Common, others: readonly string[]): void {
  const differing = Object.entries(own).filter(
    ([name, value]) => stored[name] !== undefined && stored[name] !== value,
  );
  if (differing.length === 0) return;
  const each = differing.map(
    ([name, value]) => `${name} is "${value}" here and "${stored[name]}" there`,
  );
  throw new ConfigError(
    `This process differs from those of the same installation that run (${list(others)}): ${each.join('; ')}. ` +
      'Give it the same, or stop them all to change it.',
  );
}

function list(names: readonly string[]): string {
  return [...new Set(names)].join(', ');
}
