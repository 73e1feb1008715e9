import { sharedMessage, createTextsReader } from '../../platform/events/event-bus.js';

/** Published when access was reduced: a key, a token, a member or a role. */
export const accessRevoked = sharedMessage('access.revoked', createTextsReader());
