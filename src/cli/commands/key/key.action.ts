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
  /** Id or slug of the project; "default" by default. */
  project?: string | undefined;
  /** Purpose of the key; "command line" by default. */
  name?: string | undefined;
  /** All scopes by default. */
  scopes?: string[] | undefined;
  /** Seconds until the key ends; without it, it does not end by itself. */
  expiresInSeconds?: number | undefined;
  /** Prints one JSON document. */
  json?: boolean | undefined;
}

/** `metarun key`: makes an API key and prints it, alone on standard output so that a script can take it. */
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
