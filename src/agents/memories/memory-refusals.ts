import { invalidField, MetarunError } from '../../base/kernel/errors.js';
import { MEMORY_ERRORS } from './errors.js';
import type { Kept } from './memory-store.js';
import { MAX_OF_SCOPE, MAX_TEXT } from './memory.js';

/** Throws a 422 at `pointer` for a text that is blank or too long for a memory. */
export function assertText(pointer: string, text: string): void {
  if (text.trim() === '' || text.length > MAX_TEXT)
    throw invalidField(
      pointer,
      `a memory has 1 to ${MAX_TEXT} characters, and not only spaces; this one has ${text.length}`,
    );
}

const REASONS: Partial<Record<Kept['outcome'], string>> = {
  secret:
    'The text has what looks like a credential. Everybody who reads memories would get it: store it as a secret of the project, and remember its name.',
  run_state:
    'The text says how one run was: times, ids and counts. Remember what holds for later runs.',
  revoked:
    'A memory with these words was revoked, and is not kept again: use other words if it holds now.',
};

/** Returns the error for a memory that is not kept. */
export function refusalError(outcome: Kept['outcome']): MetarunError {
  if (outcome === 'limit')
    return new MetarunError(
      MEMORY_ERRORS.memory_limit,
      `The scope has ${MAX_OF_SCOPE} memories: revoke those that are not needed, or use a narrower scope.`,
    );
  return new MetarunError(MEMORY_ERRORS.invalid_memory, REASONS[outcome] ?? `Refused: ${outcome}.`);
}
