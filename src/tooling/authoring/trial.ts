import type { MetarunClient } from '@metarun/client';
import type { JsonObject } from '../../base/kernel/json.js';
import { planDeployment } from './deployment.js';
import type { MetaTaskFolder } from './meta-task-folder.js';

/** A meta-task as it is in its folder, for a server that runs it without making a version. */
export interface Trial {
  identifier: string;
  /** True if the server has no such meta-task. */
  isNew: boolean;
  name: string;
  /** The fields that differ from what the server has, or from the defaults. */
  fields: Record<string, unknown>;
  /** The schema of the params, where it is known before the server has looked at the script. */
  schema: JsonObject | null;
}

/** Throws GuidedError where the meta-task could not be deployed either. */
export async function trialOf(client: MetarunClient, metaTask: MetaTaskFolder): Promise<Trial> {
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
