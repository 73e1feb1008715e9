import { defineErrors } from '../../base/kernel/errors.js';

export const META_TASK_ERRORS = defineErrors({
  invalid_script: { kind: 'invalid', title: 'The script cannot be run' },
  unknown_task_type: { kind: 'invalid', title: 'The meta-task does not exist' },
  task_type_archived: { kind: 'invalid', title: 'The meta-task is archived' },
  task_type_without_script: { kind: 'invalid', title: 'The meta-task has no script yet' },
  unknown_tags: { kind: 'invalid', title: 'No worker has ever had these tags' },
  unknown_binding: { kind: 'invalid', title: 'A bound resource does not exist' },
});
