import type { MetarunClient } from '@metarun/client';
import { askYes } from '../ask.js';
import { CommandError } from '../command-error.js';
import { connect, type ConnectionOptions } from '../connection.js';
import { plainLine } from '../plain-text.js';

/** The options of every command of the API. */
export interface ApiOptions extends ConnectionOptions {
  json?: boolean;
  yes?: boolean;
}

/** A server and a project of it. */
export interface Session {
  client: MetarunClient;
  api: MetarunClient['api'];
  /** The part of a path that names the project. */
  path: { project_id: string };
}

export async function session(options: ConnectionOptions): Promise<Session> {
  const { client } = await connect(options);
  return { client, api: client.api, path: { project_id: client.project } };
}

/** Asks before something is deleted or taken away; throws where the answer is no. Without a terminal `--yes` is needed. */
export async function confirmed(question: string, { yes = false }: ApiOptions): Promise<void> {
  if (yes || (await askYes({ message: plainLine(question), flag: '--yes' }))) return;
  throw new CommandError('Nothing was changed.', { code: 'declined' });
}
