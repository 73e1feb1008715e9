import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../../base/kernel/json.js';

/** Lifetime of an assertion in seconds. */
const HOLDS_SECONDS = 60;
const HASHES: Readonly<Record<string, string>> = {
  ES256: 'sha256',
  ES384: 'sha384',
  ES512: 'sha512',
  RS256: 'sha256',
  PS256: 'sha256',
};
const CURVES: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
};

/** A private key with the id from its JWK. */
export interface SigningKey {
  key: KeyObject;
  id: string | null;
  /** Algorithms that the key can sign with, the default first. */
  algorithms: readonly string[];
}

/** Returns the key in a secret, in PEM or as a JWK; null if it has no key for signing. */
export function signingKey(text: string): SigningKey | null {
  try {
    const jwk = text.startsWith('{') ? (JSON.parse(text) as JsonObject) : null;
    const key =
      jwk === null ? createPrivateKey(text) : createPrivateKey({ key: jwk, format: 'jwk' });
    const algorithms = listAlgorithms(key);
    if (algorithms.length === 0) return null;
    const { alg = null, kid = null } = isJsonObject(jwk) ? jwk : {};
    return {
      key,
      id: typeof kid === 'string' ? kid : null,
      algorithms: typeof alg === 'string' ? algorithms.filter((one) => one === alg) : algorithms,
    };
  } catch {
    return null;
  }
}

/** Returns a client assertion (RFC 7523): a signed JWT that an issuer accepts once. */
export function clientAssertion(
  { key, id }: SigningKey,
  algorithm: string,
  { client, audience }: { client: string; audience: string },
): string {
  const now = Math.floor(Date.now() / 1000);
  const header = { alg: algorithm, typ: 'JWT', ...(id !== null && { kid: id }) };
  const claims = {
    iss: client,
    sub: client,
    aud: audience,
    jti: randomUUID(),
    iat: now,
    exp: now + HOLDS_SECONDS,
  };
  const signed = [header, claims].map((part) => encoded(JSON.stringify(part))).join('.');
  const isPss = algorithm.startsWith('PS');
  const signature = sign(HASHES[algorithm] ?? null, Buffer.from(signed), {
    key,
    ...(algorithm.startsWith('ES') && { dsaEncoding: 'ieee-p1363' as const }),
    // RSA_PKCS1_PSS_PADDING, with a salt of the length of the hash.
    ...(isPss && { padding: 6, saltLength: 32 }),
  });
  return `${signed}.${encoded(signature)}`;
}

function listAlgorithms({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string[] {
  switch (asymmetricKeyType) {
    case 'ec': {
      const algorithm = CURVES[asymmetricKeyDetails?.namedCurve ?? ''];
      return algorithm === undefined ? [] : [algorithm];
    }
    case 'rsa':
      return ['RS256', 'PS256'];
    case 'rsa-pss':
      return ['PS256'];
    case 'ed25519':
      return ['EdDSA'];
    default:
      return [];
  }
}

function encoded(part: string | Uint8Array): string {
  return Buffer.from(part).toString('base64url');
}
