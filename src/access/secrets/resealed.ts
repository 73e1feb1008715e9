import type { Transaction } from '../../platform/database/database.js';
import { type CipherKey, seal, unseal } from './cipher.js';
import { buildSecretPlace } from './secret.js';
import type { SecretEntity } from './secret.entity.js';

/** Keys of a rotation. */
export interface Keys {
  from: CipherKey;
  to: CipherKey;
}

/**
 * Re-encrypts the secrets of all projects with another key. Returns their number; a secret that the first key does not
 * decrypt is left as it is.
 */
export async function resealSecrets(transaction: Transaction, keys: Keys): Promise<number> {
  const names = await transaction.query<Pick<SecretEntity, 'project_id' | 'name'>>(
    'SELECT project_id, name FROM secrets WHERE key_id = ?',
    [keys.from.id],
  );
  let count = 0;
  // One at a time: together they may exceed the memory.
  for (const { project_id: projectId, name } of names) {
    const [row] = await transaction.query<Pick<SecretEntity, 'sealed'>>(
      'SELECT sealed FROM secrets WHERE project_id = ? AND name = ?',
      [projectId, name],
    );
    const sealed = row && resealed(keys, buildSecretPlace(projectId, name), row.sealed);
    if (sealed === null || sealed === undefined) continue;
    await transaction.query(
      'UPDATE secrets SET sealed = ?, key_id = ? WHERE project_id = ? AND name = ?',
      [sealed, keys.to.id, projectId, name],
    );
    count += 1;
  }
  return count;
}

/** Returns a text re-encrypted with the other key; null if the first one does not decrypt it. */
export function resealed({ from, to }: Keys, place: string, sealed: string): string | null {
  const text = unseal(from, place, sealed);
  return text === null ? null : seal(to, place, text);
}
