import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../../platform/database/database.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import type { JsonObject } from '../../../base/kernel/json.js';
import { mergePatch } from '../../../base/kernel/merge-patch.js';
import type { VersionChoice } from '../../meta-tasks/runnable-versions.service.js';
import { RunnableVersions } from '../../meta-tasks/runnable-versions.service.js';
import { copySteps, refused, stepsBefore } from './copied-steps.js';
import type { PreparedTask } from './new-task-rows.js';
import { type Request, type Submitted, TaskSubmission } from './submission.service.js';
import { TaskPreparation } from './task-preparation.service.js';
import { refuseDraft } from '../drafts/refused-draft.js';
import { taskRow } from './task-row.js';

/** The differences between a rerun and its original. */
export interface Rerun {
  /** A merge patch of the params; null = the same params. */
  params: JsonObject | null;
  version: VersionChoice;
  /** Id of the original's step at which to begin; null = at the start. */
  fromStep: string | null;
  /** Null = the name of the original. */
  name: string | null;
  /** Earliest start in ISO 8601; null = at once. */
  runAt: string | null;
}

/** Reruns tasks as new tasks. */
@Injectable()
export class Reruns {
  constructor(
    private readonly database: Database,
    private readonly versions: RunnableVersions,
    private readonly preparation: TaskPreparation,
    private readonly submission: TaskSubmission,
  ) {}

  async rerun(
    projectId: string,
    taskId: string,
    given: Rerun,
    request: Request,
    inSameTransaction?: (transaction: Transaction) => Promise<void>,
  ): Promise<Submitted> {
    const task = await taskRow(this.database, projectId, taskId);
    refuseDraft(task);
    let steps: string[] = [];
    return this.submission.submitPrepared(projectId, request, {
      asked: [task.id, { ...given }],
      rerunOf: task.id,
      prepare: async () => {
        steps = await this.steps(task, given);
        return [await this.prepare(task, given)];
      },
      inSameTransaction: async (transaction, [made]) => {
        if (made !== undefined) await copySteps(transaction, projectId, steps, made.id);
        await inSameTransaction?.(transaction);
      },
    });
  }

  private async prepare(task: TaskEntity, given: Rerun): Promise<PreparedTask> {
    const { project_id: projectId } = task;
    const before = JSON.parse(task.params) as JsonObject;
    const wanted = {
      metaTaskIdentifier: task.task_type,
      params: given.params === null ? before : mergePatch(before, given.params),
      name: given.name ?? task.name,
      priority: task.priority,
      runAt: given.runAt,
    };
    const version = await this.versions.again(projectId, task.version_id, given.version);
    const prepared = await this.preparation.prepare(projectId, wanted, version);
    // The same version keeps the agent that it had.
    return given.version === 'same'
      ? { ...prepared, agentVersionId: task.agent_version_id }
      : prepared;
  }

  private async steps(task: TaskEntity, { fromStep, params }: Rerun): Promise<string[]> {
    if (fromStep === null) return [];
    if (task.lane === 'agent')
      throw refused('it is one of an agent, whose conversation is recorded as a whole');
    if (params !== null && Object.keys(params).length > 0)
      throw refused('with other params, what its earlier steps have recorded would not hold');
    return stepsBefore(this.database, task.project_id, task.id, fromStep);
  }
}
