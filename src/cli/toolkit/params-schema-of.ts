import { ApiError, type MetarunClient } from '@metarun/client';
import type { JsonObject } from '../../base/kernel/json.js';

/** Null where the credentials may not read meta-tasks: an API key can create tasks all the same. */
export async function paramsSchemaOf(
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
