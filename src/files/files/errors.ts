import { defineErrors } from '../../base/kernel/errors.js';

export const FILE_ERRORS = defineErrors({
  quota_exceeded: { kind: 'too_large', title: 'The workspace is full' },
  document_converting: { kind: 'conflict', title: 'The document is still being converted' },
  invalid_path: { kind: 'invalid', title: 'The path is not valid' },
});
