import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** `mrk_` begins an API key, `mrt_` an access token, `mrs_` the secret of a session, `mrc_` a login code. */
type SecretPrefix = 'mrk_' | 'mrt_' | 'mrs_' | 'mrc_';

/** A key or token as it came. */
export interface ReadSecret {
  prefix: 'mrk_' | 'mrt_';
  secret: string;
}

const SECRET_BYTES = 32;
const HINT_LENGTH = 8;

/** A new key or token: the prefix and 256 random bits. */
export function newSecret(prefix: SecretPrefix): string {
  return prefix + randomBytes(SECRET_BYTES).toString('base64url');
}

/**
 * SHA-256 of a secret, hex: what is stored and looked up by. A slow password hash would gain nothing, since 256 random
 * bits cannot be guessed by trying, and would slow every request down.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The part of a secret that may be shown again. */
export function hintOf(secret: string): string {
  return secret.slice(0, HINT_LENGTH);
}

/** Compares two hashes of {@link hashSecret} in constant time. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a, 'hex');
  const right = Buffer.from(b, 'hex');
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The secret in an Authorization header; null where it is not `Bearer mrk_…` or `Bearer mrt_…`. */
export function readBearer(header: string): ReadSecret | null {
  const [, prefix, rest] = /^bearer +(mr[kt]_)([A-Za-z0-9_-]+) *$/i.exec(header) ?? [];
  if (rest === undefined || (prefix !== 'mrk_' && prefix !== 'mrt_')) return null;
  return { prefix, secret: prefix + rest };
}
