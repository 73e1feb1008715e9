import { CreateTokenDto } from '../../../access/auth/token.dto.js';
import { TokensService } from '../../../access/auth/tokens.service.js';
import { readServerConfig } from '../../../server/core/config.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import { checked } from '../../toolkit/checked.js';
import { withDatabase } from '../../toolkit/open-database.js';
import { stdout } from '../../toolkit/output.js';

export interface TokenOptions {
  /** Id or name of the user; the first administrator of the installation by default. */
  user?: string | undefined;
  /** Purpose of the token; "command line" by default. */
  name?: string | undefined;
  /** viewer, author or admin; admin by default. */
  role?: string | undefined;
  /** Seconds until the token ends; without it, it does not end by itself. */
  expiresInSeconds?: number | undefined;
  /** Prints one JSON document. */
  json?: boolean | undefined;
}

/** `metarun token`: makes an access token and prints it, alone on standard output so that a script can take it. */
export async function runToken(options: TokenOptions = {}): Promise<void> {
  const input = await checked(CreateTokenDto, {
    name: options.name ?? 'command line',
    role: options.role,
    expires_in_seconds: options.expiresInSeconds,
  });
  const made = await withDatabase(readServerConfig(), (database) =>
    new TokensService(database, new EventBus()).createForOperator(input, options.user),
  );
  stdout.write(`${options.json === true ? JSON.stringify(made, null, 2) : made.token}\n`);
}
