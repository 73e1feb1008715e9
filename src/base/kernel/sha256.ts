import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a text or of bytes, in hex. */
export function hashSha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
