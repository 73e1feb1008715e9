import { Buffer } from '../buffer.js';
import { toBuffer, compute, computeBytes, type Data, encoded } from '../compute.js';
import { Collected } from './collected.js';
import { type AsymmetricKey, KeyObject, sentKey } from './keys.js';

interface Options {
  padding?: number;
  saltLength?: number;
  dsaEncoding?: string;
  oaepHash?: string;
  oaepLabel?: Data;
}
type Done = (error: Error | null, value?: unknown) => void;

function signing(key: unknown): Record<string, unknown> {
  const { padding, saltLength, dsaEncoding } = (
    typeof key === 'object' && key !== null ? key : {}
  ) as Options;
  return { key: sentKey(key), padding, saltLength, dsaEncoding };
}

/** Returns the value, or passes it to a callback. */
function answered<Value>(make: () => Value, done?: Done): Value | undefined {
  if (done === undefined) return make();
  let value: Value;
  try {
    value = make();
  } catch (error) {
    setTimeout(() => done(error as Error), 0);
    return undefined;
  }
  setTimeout(() => done(null, value), 0);
  return undefined;
}

export function sign(
  algorithm: string | null | undefined,
  data: Data,
  key: unknown,
  done?: Done,
): Buffer | undefined {
  const fields = { algorithm: algorithm ?? null, data: toBuffer(data), ...signing(key) };
  return answered(() => computeBytes('node.sign', fields), done);
}

export function verify(
  algorithm: string | null | undefined,
  data: Data,
  key: unknown,
  signature: Data,
  done?: Done,
): boolean | undefined {
  const given = { data: toBuffer(data), signature: toBuffer(signature) };
  const fields = { algorithm: algorithm ?? null, ...given, ...signing(key) };
  return answered(() => compute('node.verify', fields) === true, done);
}

class Signing extends Collected {
  constructor(protected readonly algorithm: string) {
    super();
  }
}

class Sign extends Signing {
  sign(key: unknown, encoding?: unknown): Buffer | string {
    return encoded(sign(this.algorithm, this.whole(), key) ?? Buffer.alloc(0), encoding);
  }
}

class Verify extends Signing {
  verify(key: unknown, signature: Data, encoding?: unknown): boolean {
    return verify(this.algorithm, this.whole(), key, toBuffer(signature, encoding)) === true;
  }
}

export { Sign, Verify };

export function createSign(algorithm: string): Sign {
  return new Sign(algorithm.replace(/^RSA-/i, ''));
}

export function createVerify(algorithm: string): Verify {
  return new Verify(algorithm.replace(/^RSA-/i, ''));
}

/** Returns one of the four RSA functions. */
function rsa(way: string) {
  return (key: unknown, data: Data): Buffer => {
    const options = (typeof key === 'object' && key !== null ? key : {}) as Options;
    const { padding, oaepHash, oaepLabel } = options;
    const label = oaepLabel === undefined ? {} : { oaepLabel: toBuffer(oaepLabel) };
    const fields = { way, key: sentKey(key), padding, oaepHash, ...label, data: toBuffer(data) };
    return computeBytes('node.rsa', fields);
  };
}

export const publicEncrypt = rsa('publicEncrypt');
export const privateDecrypt = rsa('privateDecrypt');
export const privateEncrypt = rsa('privateEncrypt');
export const publicDecrypt = rsa('publicDecrypt');

interface PairOptions {
  modulusLength?: number;
  publicExponent?: number;
  namedCurve?: string;
  publicKeyEncoding?: object;
  privateKeyEncoding?: object;
}

export function generateKeyPairSync(
  type: string,
  options: PairOptions = {},
): { publicKey: unknown; privateKey: unknown } {
  const { modulusLength, publicExponent, namedCurve } = options;
  const fields = { type, modulusLength, publicExponent, namedCurve };
  const made = compute('node.generateKeyPair', fields, true) as {
    publicKey: AsymmetricKey;
    privateKey: AsymmetricKey;
  };
  const as = (key: AsymmetricKey, encoding?: object): unknown => {
    const object = new KeyObject(null, key);
    return encoding === undefined ? object : object.export(encoding);
  };
  return {
    publicKey: as(made.publicKey, options.publicKeyEncoding),
    privateKey: as(made.privateKey, options.privateKeyEncoding),
  };
}

export function generateKeyPair(
  type: string,
  options: PairOptions,
  done: (error: Error | null, publicKey?: unknown, privateKey?: unknown) => void,
): void {
  answered(
    () => generateKeyPairSync(type, options),
    (error, pair) => {
      const made = pair as { publicKey: unknown; privateKey: unknown } | undefined;
      done(error, made?.publicKey, made?.privateKey);
    },
  );
}

export function diffieHellman(keys: { privateKey: unknown; publicKey: unknown }): Buffer {
  return computeBytes('node.diffieHellman', {
    private: sentKey(keys.privateKey),
    public: sentKey(keys.publicKey),
  });
}

interface Point {
  private: string;
  public: string;
  secret: string | null;
}

/** Node's `ECDH`, with uncompressed points. */
export class ECDH {
  #point: Point | null = null;

  constructor(private readonly curve: string) {}

  generateKeys(encoding?: unknown): Buffer | string {
    this.#point = this.#ask({});
    return this.getPublicKey(encoding);
  }

  setPrivateKey(key: Data, encoding?: unknown): void {
    this.#point = this.#ask({ private: toBuffer(key, encoding) });
  }

  getPrivateKey(encoding?: unknown): Buffer | string {
    return encoded(Buffer.from(this.#made().private, 'base64'), encoding);
  }

  getPublicKey(encoding?: unknown): Buffer | string {
    return encoded(Buffer.from(this.#made().public, 'base64'), encoding);
  }

  computeSecret(other: Data, inputEncoding?: unknown, encoding?: unknown): Buffer | string {
    const own = Buffer.from(this.#made().private, 'base64');
    const { secret } = this.#ask({ private: own, other: toBuffer(other, inputEncoding) });
    return encoded(Buffer.from(secret ?? '', 'base64'), encoding);
  }

  #ask(fields: Record<string, unknown>): Point {
    return compute('node.ecdh', { curve: this.curve, ...fields }) as Point;
  }

  #made(): Point {
    if (this.#point === null) throw new Error('There is no key before generateKeys()');
    return this.#point;
  }
}

export function createECDH(curve: string): ECDH {
  return new ECDH(curve);
}
