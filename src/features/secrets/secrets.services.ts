import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { Quotas } from '../projects/quotas.service.js';
import { SecretKey } from './secret-key.js';
import { SecretsCapability } from './secrets.capability.js';
import { SecretsService } from './secrets.service.js';

export type SecretsServices = ReturnType<typeof secretsServices>;

/** Secrets of projects. */
export function secretsServices(
  { config, database, capabilities }: Infrastructure,
  quotas: Quotas,
) {
  const key = new SecretKey(config);
  const secrets = new SecretsService(database, key, quotas);
  new SecretsCapability(secrets).register(capabilities);
  return { key, secrets };
}
