import type { MetarunClient } from '@metarun/client';
import { askYes } from '../ask.js';
import { CommandError } from '../command-error.js';
import { connect, type ConnectionOptions } from '../connection.js';
import { plainLine } from '../plain-text.js';

/** Options of every command that calls the API. */
export interface ApiOptions extends ConnectionOptions {
  json?: boolean;
  yes?: boolean;
}

/** A connection to a project. */
export interface Session {
  client: MetarunClient;
  api: MetarunClient['api'];
  /** Path parameters that identify the project. */
  path: { project_id: string };
}

export async function session(options: ConnectionOptions): Promise<Session> {
  const { client } = await connect(options);
  return { client, api: client.api, path: { project_id: client.project } };
}

/**
 * Asks for confirmation before something is deleted or revoked. Throws if the user declines. Without a terminal,
 * `--yes` is required.
 */
export async function confirmed(question: string, { yes = false }: ApiOptions): Promise<void> {
  if (yes || (await askYes({ message: plainLine(question), flag: '--yes' }))) return;
  throw new CommandError('Nothing was changed.', { code: 'declined' });
}
