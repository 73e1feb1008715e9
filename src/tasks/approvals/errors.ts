import { defineErrors } from '../../base/kernel/errors.js';

export const APPROVAL_ERRORS = defineErrors({
  approval_decided: { kind: 'conflict', title: 'The approval has already been decided' },
  approval_rejected: { kind: 'conflict', title: 'The approval was rejected' },
  approval_expired: { kind: 'conflict', title: 'The approval has expired' },
  approval_cancelled: { kind: 'conflict', title: 'The approval was cancelled with its task' },
  invalid_payload: { kind: 'invalid', title: 'The payload does not match the form' },
});
