import { sent } from './http.js';
import type { Answer, TestServer } from './server.js';
import type { Wire } from './wire.js';

export const TYPES = '/projects/default/task-types';

export type MetaTask = Wire['ChangedMetaTaskDto'];

export function postMetaTask(server: TestServer, body: object): Promise<Answer<MetaTask>> {
  return server.call('POST', `${TYPES}/`, { body });
}

/** Creates a meta-task in project "default"; fails unless it is created. */
export function newMetaTask(server: TestServer, body: object): Promise<MetaTask> {
  return sent(server, 'POST', `${TYPES}/`, body);
}
