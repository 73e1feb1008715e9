import type { RetryPolicy } from '../../workflow/engine/runs/retry-policy.js';
import type { Definition } from './fields.js';

/** Returns the engine's retry policy for a definition. */
export function toRetryPolicy(rules: Definition): RetryPolicy {
  return {
    on: rules.retry_on,
    delaySeconds: rules.retry_delay_seconds,
    factor: rules.retry_factor,
    maxDelaySeconds: rules.retry_max_delay_seconds,
    jitter: rules.retry_jitter,
  };
}
