import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
/** Length of the IV that NIST SP 800-38D recommends for GCM, in bytes. */
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1.';

/** A key of 32 bytes, with a name that reveals nothing about it. */
export interface CipherKey {
  readonly id: string;
  readonly bytes: Buffer;
}

export function cipherKey(bytes: Buffer): CipherKey {
  const hash = createHash('sha256').update('metarun secret key').update(bytes).digest('hex');
  return { id: hash.slice(0, 16), bytes };
}

/**
 * Encrypts a text with AES-256-GCM. Returns `v1.` followed by the IV, the tag and the ciphertext in base64url. `place`
 * is authenticated as well, so a value that is moved to another place of the database cannot be decrypted.
 */
export function seal({ bytes }: CipherKey, place: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, bytes, iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return VERSION + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts the result of {@link seal}; null with another key or place, or if it was tampered with. */
export function unseal({ bytes }: CipherKey, place: string, sealed: string): string | null {
  if (!sealed.startsWith(VERSION)) return null;
  const all = Buffer.from(sealed.slice(VERSION.length), 'base64url');
  const tag = all.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  if (tag.length < TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, bytes, all.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(tag);
  try {
    const text = decipher.update(all.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
