import { CreateTokenDto } from '../../../access/auth/token.dto.js';
import { TokensService } from '../../../access/auth/tokens.service.js';
import { readServerConfig } from '../../../server/core/config.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import { checked } from '../../toolkit/checked.js';
import { withDatabase } from '../../toolkit/open-database.js';
import { stdout } from '../../toolkit/output.js';

export interface TokenOptions {
  /** Id or name of the user. Default: the first administrator of the installation. */
  user?: string | undefined;
  /** Purpose of the token. Default: "command line". */
  name?: string | undefined;
  /** Role: viewer, author or admin. Default: admin. */
  role?: string | undefined;
  /** Lifetime, in seconds. By default, the token does not expire. */
  expiresInSeconds?: number | undefined;
  json?: boolean | undefined;
}

/** Runs `metarun token`: creates an access token and prints only the token on standard output, for use in scripts. */
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
