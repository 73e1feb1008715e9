import { invalidField } from '../../../base/kernel/errors.js';
import { findJsonIssue } from '../../../base/kernel/json.js';

/** Returns the cursor after a page of a list: the sort key of its last entry. Opaque to clients. */
export function encodeCursor(key: readonly string[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Returns the sort key of `parts` texts. Throws a 422 for a text that {@link encodeCursor} did not make. */
export function decodeCursor(cursor: string, parts: number): string[] {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (isTexts(key) && key.length === parts && findJsonIssue(key) === null) return key;
  } catch {
    // A text that is not JSON is refused below, like any other invalid text.
  }
  throw invalidField('?cursor', 'must be taken from the Link header of the page before');
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
