import { defineErrors } from '../../base/kernel/errors.js';

export const MEMORY_ERRORS = defineErrors({
  invalid_memory: { kind: 'invalid', title: 'The memory cannot be kept' },
  memory_limit: { kind: 'invalid', title: 'The scope has as many memories as it may' },
});
