import { createHash } from 'node:crypto';
import { canonical } from '../../base/kernel/canonical.js';
import type { Json } from '../../base/kernel/json.js';

const LENGTH = 22;

/** Returns the ETag of a resource without versions, which changes only with the members that clients set. */
export function contentTag(content: Json): string {
  const hash = createHash('sha256').update(canonical(content)).digest('base64url');
  return `"${hash.slice(0, LENGTH)}"`;
}
