import type { LogLevel } from '@metarun/client';
import { connect, type ConnectionOptions } from '../../toolkit/connection.js';
import { findTask } from '../../toolkit/find-task.js';
import { follow, reportEnd } from './follow.js';
import { watchProject } from './watch-project.js';

interface Options extends ConnectionOptions {
  level?: LogLevel;
  json?: boolean;
}

export async function runWatch(reference: string | undefined, options: Options): Promise<void> {
  const { level, json = false } = options;
  const { client } = await connect(options);
  if (reference === undefined) return watchProject(client, { level, json });
  const id = await findTask(client, reference);
  reportEnd(await follow(client, id, { level, json }), json);
}
