import { hashSha256 } from '../../../base/kernel/sha256.js';
import type { Json } from '../../../base/kernel/json.js';

/** Maximum length of a value in a key, in characters; a longer one is replaced by its hash. */
const MAX_VALUE = 200;
const UUID_LENGTH = 36;

/**
 * Returns the key under which tasks share a concurrency limit: the meta-task, over all versions, and the value of the
 * params at `concurrency_key`, if there is one.
 */
export function slotKey(metaTaskId: string, value?: Json): string {
  if (value === undefined) return metaTaskId;
  const text = JSON.stringify(value);
  const short = text.length <= MAX_VALUE ? text : `sha256:${hashSha256(text)}`;
  return `${metaTaskId}/${short}`;
}

/** Returns the id of the meta-task of a {@link slotKey}. */
export function parseMetaTaskId(key: string): string {
  return key.slice(0, UUID_LENGTH);
}
