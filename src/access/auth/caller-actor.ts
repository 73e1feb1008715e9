import type { Actor } from '../../workflow/engine/state/actor.js';
import type { Caller } from './caller.js';

/**
 * Returns a caller as it appears in rows and responses: the user, whichever of their tokens was used, or the API key.
 */
export function callerActor({ userId, id, name }: Caller): Actor {
  return userId === null ? { kind: 'api_key', id, name } : { kind: 'user', id: userId, name };
}
