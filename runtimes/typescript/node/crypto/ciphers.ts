import { Buffer } from '../buffer.js';
import { toBuffer, compute, computeBytes, type Data, encoded } from '../compute.js';
import { secretBytes } from './keys.js';

interface Options {
  authTagLength?: number;
}

/** Node's ciphers, except that `update` returns nothing and `final` returns the whole result. */
class Cipher {
  readonly #parts: Buffer[] = [];
  readonly #key: Buffer;
  readonly #iv: Buffer | null;
  readonly #tagged: boolean;
  #aad: Buffer | null = null;
  #tag: Buffer | null = null;
  #padding = true;
  #done = false;

  constructor(
    private readonly algorithm: string,
    key: unknown,
    iv: unknown,
    private readonly decrypt: boolean,
    private readonly options: Options = {},
  ) {
    this.#key = secretBytes(key);
    this.#iv = iv === null ? null : Buffer.from(toBuffer(iv, 'utf8', 'iv'));
    this.#tagged = /gcm|ccm|ocb|poly1305/i.test(algorithm);
    // Arguments that do not fit the algorithm, above all the key's length, fail here, as in Node.
    if (!decrypt && !/ccm|wrap/i.test(algorithm)) this.#compute(Buffer.alloc(16));
  }

  update(data: Data, inputEncoding?: unknown, outputEncoding?: unknown): Buffer | string {
    this.#parts.push(Buffer.from(toBuffer(data, inputEncoding)));
    return encoded(Buffer.alloc(0), outputEncoding);
  }

  final(outputEncoding?: unknown): Buffer | string {
    if (this.#done) throw new Error('Unsupported state');
    this.#done = true;
    const made = this.#compute(Buffer.concat(this.#parts));
    if (this.decrypt || !this.#tagged) return encoded(made, outputEncoding);
    const end = made.length - (this.options.authTagLength ?? 16);
    this.#tag = made.subarray(end);
    return encoded(made.subarray(0, end), outputEncoding);
  }

  setAAD(data: Data): this {
    this.#aad = Buffer.from(toBuffer(data));
    return this;
  }

  setAutoPadding(padding = true): this {
    this.#padding = padding;
    return this;
  }

  getAuthTag(): Buffer {
    if (this.#tag === null) throw new Error('There is no tag before final()');
    return Buffer.from(this.#tag);
  }

  setAuthTag(tag: Data, encoding?: unknown): this {
    this.#tag = Buffer.from(toBuffer(tag, encoding));
    return this;
  }

  #compute(data: Buffer): Buffer {
    return computeBytes('node.cipher', {
      algorithm: this.algorithm,
      key: this.#key,
      iv: this.#iv,
      aad: this.#aad,
      tag: this.decrypt ? this.#tag : null,
      tagLength: this.options.authTagLength,
      padding: this.#padding,
      decrypt: this.decrypt,
      data,
    });
  }
}

export function createCipheriv(
  algorithm: string,
  key: unknown,
  iv: unknown,
  options?: Options,
): Cipher {
  return new Cipher(algorithm, key, iv, false, options);
}

export function createDecipheriv(
  algorithm: string,
  key: unknown,
  iv: unknown,
  options?: Options,
): Cipher {
  return new Cipher(algorithm, key, iv, true, options);
}

export function getCipherInfo(algorithm: string): unknown {
  return compute('node.cipherInfo', { algorithm }) ?? undefined;
}
