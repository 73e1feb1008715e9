import { isJsonObject } from '../../../base/kernel/json.js';
import { sharedMessage, textsOf } from '../../../platform/events/event-bus.js';
import { RATE_POLICIES, type RatePolicy } from './rate-store.js';

/** The requests that a key or a project has made at one server so far, in a window of that. */
export interface RateUse {
  server: string;
  policy: RatePolicy;
  id: string;
  /** When the window began, by the clock of the server, ms since the epoch. */
  since: number;
  used: number;
}

/** A server has counted requests of a key or a project. */
export const rateUsed = sharedMessage<RateUse>('auth.rate-used', (sent) => {
  if (!isJsonObject(sent)) return null;
  const { server, id, since, used } = sent;
  const policy = RATE_POLICIES.find((one) => one === sent['policy']);
  if (typeof server !== 'string' || typeof id !== 'string' || policy === undefined) return null;
  if (typeof since !== 'number' || !Number.isSafeInteger(used)) return null;
  return { server, policy, id, since, used: Number(used) };
});

/** An address has sent too many wrong credentials to a server. */
export const addressRefused = sharedMessage('auth.address-refused', textsOf('address'));
