import { defineErrors } from '../../base/kernel/errors.js';

export const TASK_ERRORS = defineErrors({
  task_finished: { kind: 'conflict', title: 'The task has already finished' },
  task_not_finished: { kind: 'conflict', title: 'The task has not finished yet' },
  rerun_refused: { kind: 'conflict', title: 'The task cannot be made again in this way' },
  draft_task: { kind: 'conflict', title: 'The task is a draft' },
  invalid_params: { kind: 'invalid', title: 'The params do not match the params_schema' },
  idempotency_key_reused: {
    kind: 'invalid',
    title: 'The Idempotency-Key belongs to another request',
  },
  queue_full: { kind: 'rate_limited', title: 'Too many tasks are pending' },
  too_many_streams: { kind: 'rate_limited', title: 'Too many event streams are open' },
});
