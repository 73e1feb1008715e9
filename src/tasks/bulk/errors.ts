import { defineErrors } from '../../base/kernel/errors.js';

export const BULK_ERRORS = defineErrors({
  bulk_count_changed: { kind: 'conflict', title: 'The filter matches another number of tasks now' },
});
