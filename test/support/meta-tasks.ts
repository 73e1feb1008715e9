import type { Answer, TestServer } from './server.js';
import type { Wire } from './wire.js';

export const TYPES = '/projects/default/task-types';

/** A meta-task as the service answers it. */
export type MetaTask = Wire['MetaTaskDto'];

/** Asks for a meta-task in project "default". */
export function postMetaTask(server: TestServer, body: object): Promise<Answer<MetaTask>> {
  return server.call('POST', `${TYPES}/`, { body });
}

/** A new meta-task in project "default"; fails unless it is created. */
export async function newMetaTask(server: TestServer, body: object): Promise<MetaTask> {
  const answer = await postMetaTask(server, body);
  if (answer.status !== 201) throw new Error(`meta-task not created: ${answer.text}`);
  return answer.body;
}
