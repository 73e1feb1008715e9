import { compute, DOMException, TextDecoder, TextEncoder } from '../shared.js';
import { checkKey, copyBytes, type Normalised, normalised } from './algorithms.js';
import { CryptoKey, type KeptKey, makeKey, rawBytes, sent } from './crypto-key.js';

export { CryptoKey };

const PRIVATE = {};

function ask(op: string, fields: Record<string, unknown>): unknown {
  return compute(`subtle.${op}`, fields, true);
}

function buffer(op: string, fields: Record<string, unknown>): ArrayBuffer {
  return (ask(op, fields) as Uint8Array<ArrayBuffer>).buffer;
}

/**
 * Implements https://w3c.github.io/webcrypto/#subtlecrypto-interface. The methods do their work before they return
 * their promise: the script waits meanwhile, and none of its other code runs.
 */
export class SubtleCrypto {
  constructor(key?: unknown) {
    if (key !== PRIVATE) throw new TypeError('SubtleCrypto cannot be made with new');
  }

  async digest(algorithm: unknown, data: unknown): Promise<ArrayBuffer> {
    return buffer('digest', { algorithm: normalised(algorithm), data: copyBytes(data) });
  }

  async sign(algorithm: unknown, key: unknown, data: unknown): Promise<ArrayBuffer> {
    const named = normalised(algorithm);
    checkKey(key, named.name, 'sign');
    return buffer('sign', { algorithm: named, key: sent(key), data: copyBytes(data) });
  }

  async verify(
    algorithm: unknown,
    key: unknown,
    signature: unknown,
    data: unknown,
  ): Promise<boolean> {
    const named = normalised(algorithm);
    checkKey(key, named.name, 'verify');
    const given = { signature: copyBytes(signature), data: copyBytes(data) };
    return ask('verify', { algorithm: named, key: sent(key), ...given }) === true;
  }

  async encrypt(algorithm: unknown, key: unknown, data: unknown): Promise<ArrayBuffer> {
    return cipher('encrypt', normalised(algorithm), key, data);
  }

  async decrypt(algorithm: unknown, key: unknown, data: unknown): Promise<ArrayBuffer> {
    return cipher('decrypt', normalised(algorithm), key, data);
  }

  async deriveBits(algorithm: unknown, key: unknown, bits: unknown = null): Promise<ArrayBuffer> {
    const named = normalised(algorithm);
    checkKey(key, named.name, 'deriveBits');
    return derive(named, key, bits === null ? null : Number(bits));
  }

  async deriveKey(
    algorithm: unknown,
    key: unknown,
    derived: unknown,
    extractable: unknown,
    usages: Iterable<string>,
  ): Promise<CryptoKey> {
    const named = normalised(algorithm);
    const type = normalised(derived);
    checkKey(key, named.name, 'deriveKey');
    const data = new Uint8Array(derive(named, key, computeKeyLength(type)));
    return imported('raw', data, type, extractable === true, [...usages]);
  }

  async generateKey(
    algorithm: unknown,
    extractable: unknown,
    usages: Iterable<string>,
  ): Promise<CryptoKey | { publicKey: CryptoKey; privateKey: CryptoKey }> {
    const named = normalised(algorithm);
    const wanted = [...usages];
    const made = ask('generateKey', { algorithm: named, usages: wanted }) as
      KeptKey | { publicKey: KeptKey; privateKey: KeptKey };
    if (!('publicKey' in made)) return makeKey(made, extractable === true);
    return {
      publicKey: makeKey(made.publicKey, true),
      privateKey: makeKey(made.privateKey, extractable === true),
    };
  }

  async importKey(
    format: unknown,
    data: unknown,
    algorithm: unknown,
    extractable: unknown,
    usages: Iterable<string>,
  ): Promise<CryptoKey> {
    const named = normalised(algorithm);
    const given = format === 'jwk' ? data : copyBytes(data);
    return imported(String(format), given, named, extractable === true, [...usages]);
  }

  async exportKey(format: unknown, key: unknown): Promise<ArrayBuffer | object> {
    return exported(String(format), key);
  }

  async wrapKey(
    format: unknown,
    key: unknown,
    wrapping: unknown,
    algorithm: unknown,
  ): Promise<ArrayBuffer> {
    const named = normalised(algorithm);
    checkKey(wrapping, named.name, 'wrapKey');
    const plain = exported(String(format), key);
    const bytes =
      format === 'jwk'
        ? new TextEncoder().encode(JSON.stringify(plain))
        : new Uint8Array(plain as ArrayBuffer);
    return buffer('encrypt', { algorithm: named, key: wrappingKey(wrapping), data: bytes });
  }

  async unwrapKey(
    format: unknown,
    wrapped: unknown,
    unwrapping: unknown,
    algorithm: unknown,
    type: unknown,
    extractable: unknown,
    usages: Iterable<string>,
  ): Promise<CryptoKey> {
    const named = normalised(algorithm);
    const wanted = normalised(type);
    checkKey(unwrapping, named.name, 'unwrapKey');
    const key = wrappingKey(unwrapping);
    const plain = buffer('decrypt', { algorithm: named, key, data: copyBytes(wrapped) });
    const data: unknown =
      format === 'jwk' ? JSON.parse(new TextDecoder().decode(plain)) : new Uint8Array(plain);
    return imported(String(format), data, wanted, extractable === true, [...usages]);
  }

  get [Symbol.toStringTag](): string {
    return 'SubtleCrypto';
  }
}

export function makeSubtle(): SubtleCrypto {
  return new SubtleCrypto(PRIVATE);
}

function cipher(
  op: 'encrypt' | 'decrypt',
  algorithm: Normalised,
  key: unknown,
  data: unknown,
): ArrayBuffer {
  checkKey(key, algorithm.name, op);
  return buffer(op, { algorithm, key: sent(key), data: copyBytes(data) });
}

/** Returns a key for wrapping as a key for encryption, which works in the same way. */
function wrappingKey(key: CryptoKey): object {
  const usages = key.type === 'private' ? ['decrypt'] : ['encrypt'];
  return { ...sent(key), usages: key.algorithm.name === 'AES-KW' ? key.usages : usages };
}

function derive(algorithm: Normalised, key: CryptoKey, bits: number | null): ArrayBuffer {
  const { public: other, ...rest } = algorithm;
  if (other !== undefined && !(other instanceof CryptoKey))
    throw new TypeError('`public` must be a CryptoKey');
  const more = other === undefined ? {} : { public: sent(other) };
  return buffer('deriveBits', { algorithm: rest, key: sent(key), bits, ...more });
}

function imported(
  format: string,
  data: unknown,
  algorithm: Normalised,
  extractable: boolean,
  usages: string[],
): CryptoKey {
  const given = format === 'jwk' ? { jwk: copyJwk(data, extractable) } : { data };
  const made = ask('importKey', { format, algorithm, usages, ...given });
  if (/^(HKDF|PBKDF2)$/.test(algorithm.name) && extractable)
    throw new DOMException(`A key of ${algorithm.name} cannot be extractable`, 'SyntaxError');
  return makeKey(made as KeptKey, extractable);
}

function copyJwk(data: unknown, extractable: boolean): unknown {
  if (typeof data !== 'object' || data === null) throw new TypeError('A JWK is an object');
  const jwk = JSON.parse(JSON.stringify(data)) as { ext?: unknown };
  if (jwk.ext === false && extractable)
    throw new DOMException('The JWK is not extractable', 'DataError');
  return jwk;
}

function exported(format: string, key: unknown): ArrayBuffer | object {
  if (!(key instanceof CryptoKey)) throw new TypeError('exportKey needs a CryptoKey');
  if (!key.extractable) throw new DOMException('The key is not extractable', 'InvalidAccessError');
  if (format === 'raw' && key.type === 'secret') return rawBytes(key).slice().buffer;
  const answer = ask('exportKey', { format, key: sent(key) });
  if (answer instanceof Uint8Array) return answer.buffer as ArrayBuffer;
  return { ...(answer as object), key_ops: key.usages, ext: true };
}

/** Returns the number of bits of a key of this type; null for as many as there are. */
function computeKeyLength({ name, length, hash }: Normalised): number | null {
  if (name === 'HKDF' || name === 'PBKDF2') return null;
  if (length !== undefined) return Number(length);
  return hash === 'SHA-384' || hash === 'SHA-512' ? 1024 : 512;
}
