import { randomBytes } from 'node:crypto';
import { isUuid } from '../../base/kernel/ids.js';

const CONTENT_ID = /^([0-9a-f]{64})-[0-9a-f]{16}$/;

/** Returns a new id for a blob whose content has this SHA-256, in lower-case hex. */
export function contentId(sha256: string): string {
  return `${sha256}-${randomBytes(8).toString('hex')}`;
}

/** Returns the SHA-256 in an id; null for an id that was made before the content was known. */
export function parseSha256(id: string): string | null {
  return CONTENT_ID.exec(id)?.[1] ?? null;
}

/**
 * Returns whether a store may have made the id. Such ids are safe in file names and object keys, and have the same form
 * in all stores.
 */
export function isBlobId(text: string): boolean {
  return CONTENT_ID.test(text) || isUuid(text);
}
