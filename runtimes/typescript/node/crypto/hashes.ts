import { Buffer } from '../buffer.js';
import { bytesOf, computeBytes, type Data, encoded } from '../compute.js';
import { secretBytes } from './keys.js';

/** Collects what it is given; the supervisor gets it as a whole. */
abstract class Collected {
  protected parts: Buffer[] = [];
  protected done = false;

  update(data: Data, encoding?: unknown): this {
    if (this.done) throw finalized();
    this.parts.push(Buffer.from(bytesOf(data, encoding)));
    return this;
  }

  /** As a stream has it. */
  write(data: Data, encoding?: unknown): boolean {
    this.update(data, encoding);
    return true;
  }

  end(data?: Data, encoding?: unknown): this {
    return data === undefined ? this : this.update(data, encoding);
  }

  protected take(): Buffer {
    if (this.done) throw finalized();
    this.done = true;
    return this.parts.length === 1 && this.parts[0] !== undefined
      ? this.parts[0]
      : Buffer.concat(this.parts);
  }
}

function finalized(): Error {
  const error = new Error('Digest already called');
  return Object.assign(error, { code: 'ERR_CRYPTO_HASH_FINALIZED' });
}

/** As in Node, but for its being a stream: it has `write`, `end` and `read` alone. */
export class Hash extends Collected {
  constructor(
    private readonly algorithm: string,
    private readonly options: { outputLength?: number } = {},
  ) {
    super();
    // An unknown algorithm fails where it is named.
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

/** As in Node, with the same limit as {@link Hash}. */
export class Hmac extends Collected {
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

/** Returns the digest of all of `data`. */
export function hash(algorithm: string, data: Data, encoding: unknown = 'hex'): Buffer | string {
  return createHash(algorithm).update(data).digest(encoding);
}
