import type { Buffer } from '../buffer.js';
import { computeBytes, type Data, encoded } from '../compute.js';
import { Collected } from './collected.js';
import { secretBytes } from './keys.js';

/** Collects data until the digest is requested, once. */
abstract class Digested extends Collected {
  protected done = false;

  override update(data: Data, encoding?: unknown): this {
    if (this.done) throw finalized();
    return super.update(data, encoding);
  }

  protected take(): Buffer {
    if (this.done) throw finalized();
    this.done = true;
    return this.whole();
  }
}

function finalized(): Error {
  const error = new Error('Digest already called');
  return Object.assign(error, { code: 'ERR_CRYPTO_HASH_FINALIZED' });
}

/** Node's `Hash`, except that it is not a stream: it only has `write`, `end` and `read`. */
export class Hash extends Digested {
  constructor(
    private readonly algorithm: string,
    private readonly options: { outputLength?: number } = {},
  ) {
    super();
    // An unknown algorithm fails in the constructor.
    if (!KNOWN.test(algorithm)) digest(algorithm, new Uint8Array(0), options);
  }

  digest(encoding?: unknown): Buffer | string {
    return encoded(digest(this.algorithm, this.take(), this.options), encoding);
  }

  read(): Buffer | string {
    return this.digest();
  }

  copy(options = this.options): Hash {
    if (this.done) throw finalized();
    const copy = new Hash(this.algorithm, options);
    copy.parts = [...this.parts];
    return copy;
  }
}

const KNOWN = /^(md5|sha1|sha224|sha256|sha384|sha512)$/;

function digest(algorithm: string, data: Uint8Array, options: { outputLength?: number }): Buffer {
  return computeBytes('hash', { algorithm, data, length: options.outputLength });
}

/** Node's `Hmac`, with the same limitation as {@link Hash}. */
export class Hmac extends Digested {
  readonly #key: Buffer;

  constructor(
    private readonly algorithm: string,
    key: unknown,
  ) {
    super();
    this.#key = secretBytes(key);
    if (!KNOWN.test(algorithm)) digest(algorithm, new Uint8Array(0), {});
  }

  digest(encoding?: unknown): Buffer | string {
    const fields = { algorithm: this.algorithm, key: this.#key, data: this.take() };
    return encoded(computeBytes('hmac', fields), encoding);
  }

  read(): Buffer | string {
    return this.digest();
  }
}

export function createHash(algorithm: string, options?: { outputLength?: number }): Hash {
  return new Hash(algorithm, options);
}

export function createHmac(algorithm: string, key: unknown): Hmac {
  return new Hmac(algorithm, key);
}

export function hash(algorithm: string, data: Data, encoding: unknown = 'hex'): Buffer | string {
  return createHash(algorithm).update(data).digest(encoding);
}
