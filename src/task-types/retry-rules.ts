import type { RetryPolicy } from '../engine/retry-policy.js';
import type { Definition } from './fields.js';

/** What a definition says of the attempts after a failed one, as the engine has it. */
export function retryPolicyOf(rules: Definition): RetryPolicy {
  return {
    on: rules.retry_on,
    delaySeconds: rules.retry_delay_seconds,
    factor: rules.retry_factor,
    maxDelaySeconds: rules.retry_max_delay_seconds,
    jitter: rules.retry_jitter,
  };
}
