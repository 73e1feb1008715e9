import type { RetryPolicy, RetryableCode } from '../engine/retry-policy.js';

/** What a definition says of the attempts after a failed one. */
export interface RetryRules {
  /** Pause after the first failed attempt. */
  retry_delay_seconds: number;
  /** What each further pause is longer by. */
  retry_factor: number;
  retry_max_delay_seconds: number;
  /** Part of a pause that chance may take away, 0 to 1. */
  retry_jitter: number;
  /** The error codes that are tried again, each once, in the order of RETRYABLE_CODES. */
  retry_on: RetryableCode[];
}

/** A result that the schema refuses is the script's fault, and mostly the same the next time: it is not in the default. */
const DEFAULT_RETRY_ON: RetryableCode[] = [
  'script_error',
  'timeout',
  'cpu_limit',
  'out_of_memory',
  'dependency_error',
  'sandbox_error',
];

export const DEFAULT_RETRY_RULES: RetryRules = {
  retry_delay_seconds: 1,
  retry_factor: 2,
  retry_max_delay_seconds: 300,
  retry_jitter: 0.2,
  retry_on: DEFAULT_RETRY_ON,
};

/** As the database has them. */
export function retryRulesText(rules: RetryRules): string {
  return JSON.stringify({
    retry_delay_seconds: rules.retry_delay_seconds,
    retry_factor: rules.retry_factor,
    retry_max_delay_seconds: rules.retry_max_delay_seconds,
    retry_jitter: rules.retry_jitter,
    retry_on: rules.retry_on,
  } satisfies RetryRules);
}

/** Of what {@link retryRulesText} wrote; null gives the defaults. */
export function retryRulesOf(text: string | null): RetryRules {
  return text === null ? DEFAULT_RETRY_RULES : (JSON.parse(text) as RetryRules);
}

export function retryPolicyOf(rules: RetryRules): RetryPolicy {
  return {
    on: rules.retry_on,
    delaySeconds: rules.retry_delay_seconds,
    factor: rules.retry_factor,
    maxDelaySeconds: rules.retry_max_delay_seconds,
    jitter: rules.retry_jitter,
  };
}
