import { defineErrors } from '../../base/kernel/errors.js';

export const CHILD_ERRORS = defineErrors({
  child_failed: { kind: 'invalid', title: 'A child task has not succeeded' },
  child_limit: { kind: 'invalid', title: 'The limit on child tasks is reached' },
});
