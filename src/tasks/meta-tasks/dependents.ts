import type { JsonObject } from '../../base/kernel/json.js';
import type { MetaTask } from './meta-task.js';

/** The conditions that a meta-task sets for its new tasks. */
export interface TaskRules {
  identifier: string;
  paramsSchema: JsonObject | null;
  /** Each task says the goal of its agent in its params. */
  needsGoal: boolean;
  archived: boolean;
}

/** Returns what a meta-task asks of new tasks at its current version. */
export function rulesOf(metaTask: MetaTask): TaskRules {
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

/** The things that make tasks of meta-tasks later, and break where a change of a meta-task no longer fits them. */
export abstract class Dependents {
  /** Returns a sentence for each that can make no task by these rules; bounded, however many there are. */
  abstract warningsOf(projectId: string, rules: TaskRules): Promise<string[]>;
}
