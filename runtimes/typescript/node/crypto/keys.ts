import { Buffer } from '../buffer.js';
import { toBuffer, compute } from '../compute.js';

/** The supervisor's description of an asymmetric key. */
export interface AsymmetricKey {
  kind: string;
  asymmetricKeyType: string;
  asymmetricKeyDetails: object;
  pem: string;
}

interface ExportOptions {
  format?: string;
  type?: string;
  cipher?: string;
  passphrase?: string;
}

/** A key in the memory of the run. */
export class KeyObject {
  readonly type: string;
  readonly #secret: Buffer | null;
  readonly #key: AsymmetricKey | null;

  constructor(secret: Buffer | null, key: AsymmetricKey | null) {
    this.type = key?.kind ?? 'secret';
    this.#secret = secret;
    this.#key = key;
  }

  get asymmetricKeyType(): string | undefined {
    return this.#key?.asymmetricKeyType;
  }

  get asymmetricKeyDetails(): object | undefined {
    return this.#key?.asymmetricKeyDetails;
  }

  get symmetricKeySize(): number | undefined {
    return this.#secret?.length;
  }

  /** The text of an asymmetric key; undefined for a secret key. */
  get pem(): string | undefined {
    return this.#key?.pem;
  }

  get secret(): Buffer | null {
    return this.#secret;
  }

  export(options: ExportOptions = {}): unknown {
    if (this.#key === null) {
      const secret = this.#secret ?? Buffer.alloc(0);
      return options.format === 'jwk'
        ? { kty: 'oct', k: secret.toString('base64url') }
        : Buffer.from(secret);
    }
    const { format = 'pem', type, cipher, passphrase } = options;
    const { pem, kind } = this.#key;
    const wanted = { format, as: type, cipher, newPassphrase: passphrase };
    const made = compute('node.exportKey', { pem, kind, ...wanted });
    return made instanceof Uint8Array ? Buffer.from(made) : made;
  }

  equals(other: KeyObject): boolean {
    const own = this.#secret;
    if (own === null) return this.type === other.type && this.pem === other.pem;
    return other.secret !== null && own.equals(other.secret);
  }

  get [Symbol.toStringTag](): string {
    return 'KeyObject';
  }
}

interface KeyInput {
  key?: unknown;
  format?: string;
  type?: string;
  passphrase?: unknown;
  encoding?: string;
}

/** Returns a key that a script has given in any of Node's forms, in the form for the supervisor. */
export function sentKey(given: unknown): Record<string, unknown> {
  if (given instanceof KeyObject) return { pem: given.pem ?? '' };
  if (typeof given === 'string') return { pem: given };
  if (ArrayBuffer.isView(given) || given instanceof ArrayBuffer)
    return { pem: toBuffer(given).toString('latin1') };
  const { key, format, type = 'pkcs8', passphrase, encoding } = given as KeyInput;
  if (key instanceof KeyObject) return { pem: key.pem ?? '' };
  if (format === 'jwk') return { jwk: key };
  const secret = passphrase == null ? {} : { passphrase: toBuffer(passphrase).toString() };
  if (format === 'der') return { der: toBuffer(key, encoding), type, ...secret };
  return { pem: toBuffer(key, encoding).toString(), ...secret };
}

export function secretBytes(key: unknown, encoding?: unknown): Buffer {
  if (key instanceof KeyObject) {
    if (key.secret === null) throw new TypeError('The key must be a secret one');
    return key.secret;
  }
  return Buffer.from(toBuffer(key, encoding, 'key'));
}

function asymmetric(given: unknown, kind: 'private' | 'public'): KeyObject {
  const info = compute('node.key', { ...sentKey(given), kind }) as AsymmetricKey;
  return new KeyObject(null, info);
}

export function createPrivateKey(key: unknown): KeyObject {
  return asymmetric(key, 'private');
}

export function createPublicKey(key: unknown): KeyObject {
  return asymmetric(key, 'public');
}

export function createSecretKey(key: unknown, encoding?: unknown): KeyObject {
  return new KeyObject(secretBytes(key, encoding), null);
}
