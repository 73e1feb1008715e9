import type { MetarunClient } from '@metarun/client';
import type { JsonObject } from '../../base/kernel/json.js';
import { planDeployment } from './deployment.js';
import type { MetaTaskFolder } from './meta-task-folder.js';

/** A meta-task as in its folder, for a server that runs it without creating a version. */
export interface Trial {
  identifier: string;
  /** True if the server has no such meta-task. */
  isNew: boolean;
  name: string;
  /** Fields that differ from the server's, or from the defaults. */
  fields: Record<string, unknown>;
  /** Schema of the params, if it is known before the server has read the script. */
  schema: JsonObject | null;
}

/** Throws GuidedError if the meta-task could not be deployed either. */
export async function prepareTrial(
  client: MetarunClient,
  metaTask: MetaTaskFolder,
): Promise<Trial> {
  const { current, wanted } = await planDeployment(client, metaTask);
  const { params_schema: schema } = metaTask.definition;
  return {
    identifier: metaTask.identifier,
    isNew: current === null,
    name: metaTask.definition.name,
    fields: wanted,
    schema: schema ?? null,
  };
}
