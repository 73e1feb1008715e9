import { toBytesOrNull, DOMException } from '../shared.js';
import { CryptoKey } from './crypto-key.js';

/** The canonical names of algorithms. */
const NAMES = [
  'AES-CBC',
  'AES-CTR',
  'AES-GCM',
  'AES-KW',
  'ECDH',
  'ECDSA',
  'Ed25519',
  'HKDF',
  'HMAC',
  'PBKDF2',
  'RSA-OAEP',
  'RSA-PSS',
  'RSASSA-PKCS1-v1_5',
  'SHA-1',
  'SHA-256',
  'SHA-384',
  'SHA-512',
  'X25519',
];
/** The members that any algorithm may have. */
const MEMBERS = [
  'additionalData',
  'counter',
  'hash',
  'info',
  'iterations',
  'iv',
  'label',
  'length',
  'modulusLength',
  'namedCurve',
  'public',
  'publicExponent',
  'salt',
  'saltLength',
  'tagLength',
];

export interface Normalised {
  name: string;
  [member: string]: unknown;
}

/** Returns an algorithm with its canonical name and copies of its bytes. */
export function normalised(algorithm: unknown): Normalised {
  const given = (
    typeof algorithm === 'string' ? { name: algorithm } : algorithm
  ) as Normalised | null;
  if (typeof given !== 'object' || given === null || given.name === undefined)
    throw new TypeError('An algorithm is a name, or an object with one');
  const made: Normalised = { name: resolveAlgorithmName(given.name) };
  for (const member of MEMBERS) {
    const value = given[member];
    if (value === undefined) continue;
    const bytes = toBytesOrNull(value);
    if (bytes !== null) made[member] = new Uint8Array(bytes);
    else if (member === 'hash') made[member] = normalised(value).name;
    else made[member] = value;
  }
  return made;
}

function resolveAlgorithmName(given: unknown): string {
  const text = String(given);
  const name = NAMES.find((each) => each.toUpperCase() === text.toUpperCase());
  if (name === undefined)
    throw new DOMException(`There is no algorithm "${text}" here`, 'NotSupportedError');
  return name;
}

/** Throws InvalidAccessError for a key of another algorithm or usage. */
export function checkKey(key: unknown, name: string, usage: string): asserts key is CryptoKey {
  if (!(key instanceof CryptoKey)) throw new TypeError(`${usage} needs a CryptoKey`);
  if (key.algorithm.name !== name)
    throw new DOMException(
      `The key is one of ${key.algorithm.name}, not of ${name}`,
      'InvalidAccessError',
    );
  if (!key.usages.includes(usage))
    throw new DOMException(`The key is not for "${usage}"`, 'InvalidAccessError');
}

/** Returns a copy of bytes from the script. */
export function copyBytes(value: unknown): Uint8Array<ArrayBuffer> {
  const bytes = toBytesOrNull(value);
  if (bytes === null) throw new TypeError('The data must be an ArrayBuffer or a view of one');
  return new Uint8Array(bytes);
}
