import { defineErrors } from '../../base/kernel/errors.js';

export const INBOX_ERRORS = defineErrors({
  event_timeout: { kind: 'unavailable', title: 'The event did not arrive in time' },
});
