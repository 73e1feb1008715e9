import type { Config } from '../../../base/config/settings.js';
import type { Definition } from '../fields.js';

/** The longest that the attempt of a draft may take, seconds. */
export const DRAFT_SECONDS = 60;
/** The longest from when a draft is due to its end, with its waits for a process, seconds. */
const TOTAL_SECONDS = 600;

/** Returns a definition with the limits of a draft: one attempt of at most {@link DRAFT_SECONDS}, of which no memory stays. */
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
