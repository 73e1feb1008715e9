import { invalidField } from '../../base/kernel/errors.js';
import { quoted } from '../../base/kernel/quoted.js';
import type { ExpiryDto } from './expiry.dto.js';

/** Returns the requested expiry, in ms since the epoch; null = none. Throws `validation_failed`. */
export function resolveExpiry({ expires_at, expires_in_seconds }: ExpiryDto): number | null {
  const now = Date.now();
  const at = expires_at ?? null;
  const seconds = expires_in_seconds ?? null;
  if (at !== null && seconds !== null)
    throw invalidField('/expires_at', 'can not be given together with expires_in_seconds');
  if (seconds !== null) return now + seconds * 1000;
  if (at === null) return null;
  const time = Date.parse(at);
  if (!(time > now)) throw invalidField('/expires_at', `must be a time to come, not ${quoted(at)}`);
  return time;
}
