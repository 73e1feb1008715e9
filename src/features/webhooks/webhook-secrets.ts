import type { WebhookEntity } from './webhook.entity.js';
import { seal, unseal } from '../secrets/cipher.js';
import { type SecretKey } from '../secrets/secret-key.js';

export type SealedSecret = Pick<WebhookEntity, 'sealed' | 'key_id'>;

/** The secrets that deliveries are signed with, encrypted as those of projects are. */
export class WebhookSecrets {
  constructor(private readonly key: SecretKey) {}

  async seal(webhookId: string, secret: string): Promise<SealedSecret> {
    const key = await this.key.findOrMake();
    return { sealed: seal(key, placeOf(webhookId), secret), key_id: key.id };
  }

  /** Those that are valid at `now` (ms), the newest first; none where the server has another key than they had. */
  async read(
    row: Pick<WebhookEntity, 'id' | 'sealed' | 'previous_sealed' | 'previous_until'>,
    now: number,
  ): Promise<string[]> {
    const key = await this.key.find();
    if (key === null) return [];
    const current = unseal(key, placeOf(row.id), row.sealed);
    const { previous_sealed: sealed, previous_until: until } = row;
    const valid = sealed !== null && until !== null && until > now;
    const previous = valid ? unseal(key, placeOf(row.id), sealed) : null;
    return [current, previous].filter((secret) => secret !== null);
  }
}

function placeOf(webhookId: string): string {
  return `webhook/${webhookId}`;
}
