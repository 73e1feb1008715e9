import { createHash } from 'node:crypto';
import type { Json } from '../../../base/kernel/json.js';

/** Characters of a value that are kept as they are; what is longer is kept as its hash. */
const MAX_VALUE = 200;
const UUID_LENGTH = 36;

/**
 * The name of what a task shares a concurrency limit with: the meta-task, over all of its versions, and the
 * value that its params have where there is a `concurrency_key`.
 */
export function slotKey(metaTaskId: string, value?: Json): string {
  if (value === undefined) return metaTaskId;
  const text = JSON.stringify(value);
  const short =
    text.length <= MAX_VALUE ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`;
  return `${metaTaskId}/${short}`;
}

/** Id of the meta-task of a {@link slotKey}. */
export function metaTaskIdOf(key: string): string {
  return key.slice(0, UUID_LENGTH);
}
