import { isJsonObject } from '../../../base/kernel/json.js';
import { sharedMessage, createTextsReader } from '../../../platform/events/event-bus.js';
import { RATE_POLICIES, type RatePolicy } from './rate-store.js';

/** Number of requests that a key or project has made at one server in the current window. */
export interface RateUse {
  server: string;
  policy: RatePolicy;
  id: string;
  /** Start of the window by the clock of that server, in ms since the epoch. */
  since: number;
  used: number;
}

/** Published when a server has counted requests of a key or project. */
export const rateUsed = sharedMessage<RateUse>('auth.rate-used', (sent) => {
  if (!isJsonObject(sent)) return null;
  const { server, id, since, used } = sent;
  const policy = RATE_POLICIES.find((one) => one === sent['policy']);
  if (typeof server !== 'string' || typeof id !== 'string' || policy === undefined) return null;
  if (typeof since !== 'number' || !Number.isSafeInteger(used)) return null;
  return { server, policy, id, since, used: Number(used) };
});

/** Published when an address has sent too many wrong credentials to a server. */
export const addressRefused = sharedMessage('auth.address-refused', createTextsReader('address'));
