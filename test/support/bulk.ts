import { sent } from './http.js';
import type { TestServer } from './server.js';
import { TASKS } from './tasks.js';
import { until } from './until.js';
import type { Wire } from './wire.js';

export const BULK = '/external/v1/projects/default/bulk';

export type BulkOperation = Wire['BulkDetailDto'];

/** Starts a bulk operation; fails unless it is accepted. */
export function startBulk(server: TestServer, body: object): Promise<BulkOperation> {
  return sent(server, 'POST', `${TASKS}/bulk`, body);
}

export async function readBulk(server: TestServer, id: string): Promise<BulkOperation> {
  return (await server.call<BulkOperation>('GET', `${BULK}/${id}`)).body;
}

/** Waits for the end of a bulk operation and returns it. */
export function bulkEnd(server: TestServer, id: string): Promise<BulkOperation> {
  return until('the end of a bulk operation', async () => {
    const one = await readBulk(server, id);
    return one.state === 'running' ? undefined : one;
  });
}
