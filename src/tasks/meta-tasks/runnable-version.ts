import type { BoundImage } from '../images/image-bindings.js';
import { splitPool } from '../../workflow/engine/queue/pool.js';
import { toDefinition } from './definition.js';
import type { RunnableVersion } from './meta-task.js';
import type { MetaTaskVersionEntity } from './meta-task-version.entity.js';
import { toNetworkRules } from './network-rules.js';

/** Returns the image of a version; null without one. */
export function toBoundImage({
  image_version_id: versionId,
  image_digest: digest,
}: MetaTaskVersionEntity): BoundImage | null {
  return versionId === null || digest === null ? null : { versionId, digest };
}

/** Returns the parts of a version that a run needs. `identifier`: of the meta-task. */
export function toRunnableVersion(row: MetaTaskVersionEntity, identifier: string): RunnableVersion {
  const definition = toDefinition(row);
  return {
    versionId: row.id,
    metaTaskId: row.task_type_id,
    metaTaskIdentifier: identifier,
    version: row.version,
    definition,
    networkRules: toNetworkRules(definition),
    paramsSchema: row.params_schema ?? row.inferred_params_schema,
    resultSchema: row.result_schema,
    needs: splitPool(row.needs),
    needsGoal: row.execution_mode === 'agent' && row.script === null && row.params_schema !== null,
    contentId: row.content_id ?? null,
    image: toBoundImage(row),
    program:
      row.program_code === null
        ? null
        : {
            code: row.program_code,
            source_map: row.program_source_map,
            lock: row.program_lock,
          },
  };
}
