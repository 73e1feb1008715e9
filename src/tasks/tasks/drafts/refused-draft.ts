import { MetarunError } from '../../../base/kernel/errors.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import { TASK_ERRORS } from '../errors.js';

/** Throws MetarunError for a draft, whose version will be deleted. */
export function refuseDraft({ id, draft }: Pick<TaskEntity, 'id' | 'draft'>): void {
  if (draft === 1)
    throw new MetarunError(
      TASK_ERRORS.draft_task,
      `The task ${id} is a draft, which is not run again: try it once more, or save the meta-task and run that.`,
    );
}
