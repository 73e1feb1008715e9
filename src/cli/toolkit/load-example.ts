import { answerOf, type MetarunClient } from '@metarun/client';
import type { JsonObject } from '../../base/kernel/json.js';

const EXAMPLE = '/projects/{project_id}/task-types/{task_type}/examples/{name}';

export async function loadExample(
  client: MetarunClient,
  metaTask: string,
  name: string,
): Promise<JsonObject> {
  const path = { project_id: client.project, task_type: metaTask, name };
  return answerOf(await client.api.GET(EXAMPLE, { params: { path } })).params as JsonObject;
}
