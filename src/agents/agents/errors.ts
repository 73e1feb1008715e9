import { defineErrors } from '../../base/kernel/errors.js';

export const AGENT_ERRORS = defineErrors({
  agent_archived: { kind: 'invalid', title: 'The agent is archived' },
});
