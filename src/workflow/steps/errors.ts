import { defineErrors } from '../../base/kernel/errors.js';

export const STEP_ERRORS = defineErrors({
  replay_mismatch: {
    kind: 'conflict',
    title: 'The script does not match its recorded steps',
  },
  step_failed: { kind: 'invalid', title: 'A step of the script has failed' },
});
