import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { Quotas } from '../projects/quotas.service.js';
import { SecretKey } from './secret-key.js';
import { SecretReads } from './secret-reads.service.js';
import { SecretsCapability } from './secrets.capability.js';
import { SecretsService } from './secrets.service.js';

export type SecretsServices = ReturnType<typeof secretsServices>;

/** Secrets of projects. */
export function secretsServices(
  { config, logger, database, capabilities }: Infrastructure,
  quotas: Quotas,
) {
  const key = new SecretKey(config);
  const reads = new SecretReads(database, logger);
  const secrets = new SecretsService(database, key, quotas, reads);
  new SecretsCapability(secrets, reads).register(capabilities);
  return { key, secrets, reads };
}
