import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hashSha256 } from '../../base/kernel/sha256.js';

/** Prefixes: `mrk_` of an API key, `mrt_` of an access token, `mrs_` of a session secret, `mrc_` of a login code. */
type SecretPrefix = 'mrk_' | 'mrt_' | 'mrs_' | 'mrc_';

/** A key or token as it was received. */
export interface ReadSecret {
  prefix: 'mrk_' | 'mrt_';
  secret: string;
}

const SECRET_BYTES = 32;
const HINT_LENGTH = 8;

/** Returns a new secret: the prefix and 256 random bits. */
export function newSecret(prefix: SecretPrefix): string {
  return prefix + randomBytes(SECRET_BYTES).toString('base64url');
}

/**
 * Returns the SHA-256 of a secret in hex, which is stored and used for look-ups. A slow password hash would gain
 * nothing, since 256 random bits cannot be guessed, and would slow down every request.
 */
export function hashSecret(secret: string): string {
  return hashSha256(secret);
}

/** Returns the part of a secret that may be shown again. */
export function buildSecretHint(secret: string): string {
  return secret.slice(0, HINT_LENGTH);
}

/** Compares two hashes of {@link hashSecret} in constant time. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a, 'hex');
  const right = Buffer.from(b, 'hex');
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns the secret in an Authorization header; null if the header is not `Bearer mrk_…` or `Bearer mrt_…`. */
export function readBearer(header: string): ReadSecret | null {
  const [, prefix, rest] = /^bearer +(mr[kt]_)([A-Za-z0-9_-]+) *$/i.exec(header) ?? [];
  if (rest === undefined || (prefix !== 'mrk_' && prefix !== 'mrt_')) return null;
  return { prefix, secret: prefix + rest };
}
