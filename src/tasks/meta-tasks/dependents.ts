import type { JsonObject } from '../../base/kernel/json.js';
import type { MetaTask } from './meta-task.js';

/** The conditions that a meta-task sets for its new tasks. */
export interface TaskRules {
  identifier: string;
  paramsSchema: JsonObject | null;
  /** True if each task gives the goal of its agent in its params. */
  needsGoal: boolean;
  archived: boolean;
}

/** Returns the conditions that a meta-task sets for new tasks at its current version. */
export function toTaskRules(metaTask: MetaTask): TaskRules {
  return {
    identifier: metaTask.identifier,
    paramsSchema: metaTask.params_schema ?? metaTask.inferredParamsSchema,
    needsGoal:
      metaTask.execution_mode === 'agent' &&
      metaTask.script === null &&
      metaTask.storedScript === null &&
      metaTask.params_schema !== null,
    archived: metaTask.archivedAt !== null,
  };
}

/** Resources that create tasks of meta-tasks later, and that a change of the meta-task may break. */
export abstract class Dependents {
  /** Returns a sentence for each resource that cannot create tasks under these rules; bounded in number. */
  abstract collectWarnings(projectId: string, rules: TaskRules): Promise<string[]>;
}
