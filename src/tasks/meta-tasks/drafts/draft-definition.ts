import type { Config } from '../../../base/config/settings.js';
import type { Definition } from '../fields.js';

/** Longest attempt of a draft, in seconds. */
export const DRAFT_SECONDS = 60;
/** Longest time from when a draft is due to its end, including waits for a process, in seconds. */
const TOTAL_SECONDS = 600;

/**
 * Returns a definition with the limits of a draft: one attempt of at most {@link DRAFT_SECONDS}, which stores no
 * memories.
 */
export function draftDefinition(
  definition: Definition,
  { defaultTimeoutSeconds }: Pick<Config, 'defaultTimeoutSeconds'>,
): Definition {
  const { timeout_seconds: own, total_timeout_seconds: total, memory } = definition;
  return {
    ...definition,
    timeout_seconds: Math.min(own ?? defaultTimeoutSeconds, DRAFT_SECONDS),
    total_timeout_seconds: Math.min(total ?? TOTAL_SECONDS, TOTAL_SECONDS),
    max_attempts: 1,
    extract_memory: false,
    memory: memory === null ? null : { ...memory, write: false },
  };
}
