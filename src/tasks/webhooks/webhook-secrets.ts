import { Injectable } from '@nestjs/common';
import type { WebhookEntity } from './webhook.entity.js';
import type { Transaction } from '../../platform/database/database.js';
import { seal, unseal } from '../../access/secrets/cipher.js';
import { type Keys, resealed } from '../../access/secrets/resealed.js';
import { SecretKey } from '../../access/secrets/secret-key.js';

export type SealedSecret = Pick<WebhookEntity, 'sealed' | 'key_id'>;

/** The secrets that sign deliveries, encrypted like those of projects. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly key: SecretKey) {}

  async seal(webhookId: string, secret: string): Promise<SealedSecret> {
    const key = await this.key.findOrMake();
    return { sealed: seal(key, buildSecretPlace(webhookId), secret), key_id: key.id };
  }

  /**
   * Returns the secrets that are valid at `now` (ms), the newest first; none if the server has another key than at
   * their encryption.
   */
  async read(
    row: Pick<WebhookEntity, 'id' | 'sealed' | 'previous_sealed' | 'previous_until'>,
    now: number,
  ): Promise<string[]> {
    const key = await this.key.find();
    if (key === null) return [];
    const current = unseal(key, buildSecretPlace(row.id), row.sealed);
    const { previous_sealed: sealed, previous_until: until } = row;
    const valid = sealed !== null && until !== null && until > now;
    const previous = valid ? unseal(key, buildSecretPlace(row.id), sealed) : null;
    return [current, previous].filter((secret) => secret !== null);
  }
}

/**
 * Encrypts the secrets of all webhooks with another key. Returns their number; one that the first key cannot open stays
 * unchanged.
 */
export async function resealWebhooks(transaction: Transaction, keys: Keys): Promise<number> {
  const rows = await transaction.query<
    Pick<WebhookEntity, 'id' | 'project_id' | 'sealed' | 'previous_sealed'>
  >('SELECT id, project_id, sealed, previous_sealed FROM webhooks WHERE key_id = ?', [
    keys.from.id,
  ]);
  let count = 0;
  for (const { id, project_id: projectId, sealed, previous_sealed: before } of rows) {
    const current = resealed(keys, buildSecretPlace(id), sealed);
    if (current === null) continue;
    const previous = before === null ? null : resealed(keys, buildSecretPlace(id), before);
    await transaction.query(
      'UPDATE webhooks SET sealed = ?, previous_sealed = ?, key_id = ? WHERE id = ? AND project_id = ?',
      [current, previous, keys.to.id, id, projectId],
    );
    count += 1;
  }
  return count;
}

function buildSecretPlace(webhookId: string): string {
  return `webhook/${webhookId}`;
}
