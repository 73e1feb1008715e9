import { isJsonObject, type Json } from '../../base/kernel/json.js';
import type { RetryAdvice } from './protocol.js';

/** Maximum delay that an error may request, in seconds: a week, as for a meta-task. */
const MAX_AFTER_SECONDS = 604_800;
const MAX_CODE = 100;

/** Reads the advice of an untrusted guest and drops invalid parts. Returns null if nothing is left. */
export function readRetryAdvice(value: Json | undefined): RetryAdvice | null {
  if (value === undefined || !isJsonObject(value)) return null;
  const { final, after, code } = value;
  const advice: RetryAdvice = {
    ...(final === true ? { final } : {}),
    ...(typeof after === 'number' && after >= 0
      ? { after: Math.min(after, MAX_AFTER_SECONDS) }
      : {}),
    ...(typeof code === 'string' && code.length <= MAX_CODE ? { code } : {}),
  };
  return Object.keys(advice).length === 0 ? null : advice;
}
