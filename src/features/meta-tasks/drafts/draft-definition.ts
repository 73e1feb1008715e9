import type { Config } from '../../../base/config/settings.js';
import type { Definition } from '../fields.js';

/** The longest that a draft may take from when it is due to its end, seconds. */
export const DRAFT_SECONDS = 60;

/** Returns a definition with the limits of a draft: one attempt of at most {@link DRAFT_SECONDS}, of which no memory stays. */
export function draftDefinition(
  definition: Definition,
  { defaultTimeoutSeconds }: Pick<Config, 'defaultTimeoutSeconds'>,
): Definition {
  const { timeout_seconds: own, total_timeout_seconds: total, memory } = definition;
  return {
    ...definition,
    timeout_seconds: Math.min(own ?? defaultTimeoutSeconds, DRAFT_SECONDS),
    total_timeout_seconds: Math.min(total ?? DRAFT_SECONDS, DRAFT_SECONDS),
    max_attempts: 1,
    extract_memory: false,
    memory: memory === null ? null : { ...memory, write: false },
  };
}
