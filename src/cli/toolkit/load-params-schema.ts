import { ApiError, type MetarunClient } from '@metarun/client';
import type { JsonObject } from '../../base/kernel/json.js';

/**
 * Returns a meta-task's schema. Null if the meta-task cannot be read. An API key that may not read it can still create
 * tasks.
 */
export async function loadParamsSchema(
  client: MetarunClient,
  metaTask: string,
): Promise<JsonObject | null> {
  try {
    return (await client.metaTasks.get(metaTask)).params_schema as JsonObject | null;
  } catch (error) {
    if (error instanceof ApiError && [403, 404].includes(error.status)) return null;
    throw error;
  }
}
