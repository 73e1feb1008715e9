import type { Database } from '../../platform/database/database.js';
import { type CipherKey, unseal } from '../../access/secrets/cipher.js';
import { buildSecretPlace } from '../../access/secrets/secret.js';
import type { SecretEntity } from '../../access/secrets/secret.entity.js';

/** Number of stored secrets of projects and webhooks, and of those that cannot be decrypted. */
export interface SecretsFinding {
  stored: number;
  unreadable: number;
}

/**
 * Counts the secrets that were stored with another key than `key` (null if the server has none), and decrypts one of
 * the rest.
 */
export async function checkSecrets(
  database: Database,
  key: CipherKey | null,
): Promise<SecretsFinding> {
  const counts = await database.query<{ key_id: string; stored: number }>(
    `SELECT key_id, COUNT(*) AS stored FROM
       (SELECT key_id FROM secrets UNION ALL SELECT key_id FROM webhooks) AS sealed GROUP BY key_id`,
  );
  const sum = (rows: typeof counts): number =>
    rows.reduce((total, { stored }) => total + Number(stored), 0);
  const stored = sum(counts);
  const own = counts.filter(({ key_id }) => key_id === key?.id);
  const readable = key !== null && (await readsOne(database, key)) ? sum(own) : 0;
  return { stored, unreadable: stored - readable };
}

/** Returns the problem and its remedy as a message. `place`: where the server looks for its key. */
export function secretsAdvice({ stored, unreadable }: SecretsFinding, place: string): string {
  return (
    `${unreadable} of ${stored} stored secrets cannot be read: ${place} is missing, or is not the key that they were stored with. ` +
    'Tasks and webhooks that need them fail. Restore secret.key from the backup into the data folder, or set METARUN_SECRET_KEY to ' +
    'that key; if it is lost, store the secrets again'
  );
}

async function readsOne(database: Database, key: CipherKey): Promise<boolean> {
  const [row] = await database.query<SecretEntity>(
    'SELECT * FROM secrets WHERE key_id = ? LIMIT 1',
    [key.id],
  );
  if (row === undefined) return true;
  return unseal(key, buildSecretPlace(row.project_id, row.name), row.sealed) !== null;
}
