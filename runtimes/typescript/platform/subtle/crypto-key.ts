import { DOMException, fromBase64 } from '../shared.js';

type Bytes = Uint8Array<ArrayBuffer>;
export type Algorithm = Record<string, unknown> & { name: string };

/** A complete key as the supervisor returns it. */
export interface KeptKey {
  type: string;
  algorithm: Algorithm;
  usages: string[];
  /** Key data in base64. */
  data: string;
}

/** Passed to the constructor by code that may create a key. */
const PRIVATE = {};
let bytesIn: (key: CryptoKey) => Bytes;

/** A key. The script cannot read its bytes; the supervisor receives them with each request. */
export class CryptoKey {
  readonly #bytes: Bytes;
  readonly #kept: KeptKey;
  readonly #extractable: boolean;
  readonly #algorithm: Algorithm;

  static {
    bytesIn = (key) => key.#bytes;
  }

  constructor(key: unknown, kept: KeptKey, bytes: Bytes, extractable: boolean) {
    if (key !== PRIVATE)
      throw new TypeError('CryptoKey cannot be made with new: use crypto.subtle');
    this.#kept = kept;
    this.#bytes = bytes;
    this.#extractable = extractable;
    const { publicExponent } = kept.algorithm;
    this.#algorithm = Array.isArray(publicExponent)
      ? { ...kept.algorithm, publicExponent: new Uint8Array(publicExponent) }
      : kept.algorithm;
  }

  get type(): string {
    return this.#kept.type;
  }

  get extractable(): boolean {
    return this.#extractable;
  }

  get algorithm(): Algorithm {
    return this.#algorithm;
  }

  get usages(): string[] {
    return [...this.#kept.usages];
  }

  get [Symbol.toStringTag](): string {
    return 'CryptoKey';
  }
}

export function makeKey(kept: KeptKey, extractable: boolean, usages = kept.usages): CryptoKey {
  if (usages.length === 0 && kept.type !== 'public')
    throw new DOMException('A key needs at least one usage', 'SyntaxError');
  const data = new Uint8Array(fromBase64(kept.data) ?? []);
  return new CryptoKey(PRIVATE, { ...kept, usages }, data, kept.type === 'public' || extractable);
}

/** Returns a key in the form for the supervisor. */
export function sent(key: CryptoKey): object {
  const { type, algorithm, usages } = key;
  return { type, algorithm, usages, data: bytesIn(key) };
}

export function rawBytes(key: CryptoKey): Bytes {
  return bytesIn(key);
}
