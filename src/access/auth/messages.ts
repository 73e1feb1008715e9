import { sharedMessage, textsOf } from '../../platform/events/event-bus.js';

/** Something that lets requests in was taken away: a key, a token, a member, a role. */
export const accessRevoked = sharedMessage('access.revoked', textsOf());
