import { readServerConfig } from '../../../server/core/config.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import { CreateApiKeyDto } from '../../../access/projects/api-key.dto.js';
import { ApiKeysService } from '../../../access/projects/api-keys.service.js';
import { Quotas } from '../../../access/projects/quotas.service.js';
import { DEFAULT_PROJECT } from '../../../access/projects/first-start.service.js';
import { checked } from '../../toolkit/checked.js';
import { withDatabase } from '../../toolkit/open-database.js';
import { stdout } from '../../toolkit/output.js';

export interface KeyOptions {
  /** Id or slug of the project. Default: "default". */
  project?: string | undefined;
  /** Purpose of the key. Default: "command line". */
  name?: string | undefined;
  /** Default: all scopes. */
  scopes?: string[] | undefined;
  /** Lifetime, in seconds. By default, the key does not expire. */
  expiresInSeconds?: number | undefined;
  json?: boolean | undefined;
}

/** Runs `metarun key`: creates an API key and prints only the key on standard output, for use in scripts. */
export async function runKey(options: KeyOptions = {}): Promise<void> {
  const input = await checked(CreateApiKeyDto, {
    name: options.name ?? 'command line',
    scopes: options.scopes,
    expires_in_seconds: options.expiresInSeconds,
  });
  const config = readServerConfig();
  const made = await withDatabase(config, (database) =>
    new ApiKeysService(database, new EventBus(), new Quotas(config, database)).createForOperator(
      input,
      options.project ?? DEFAULT_PROJECT,
    ),
  );
  stdout.write(`${options.json === true ? JSON.stringify(made, null, 2) : made.key}\n`);
}
