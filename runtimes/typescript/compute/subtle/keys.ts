import { checkKeyBytes, checkModulus, MAX_KEY_BYTES, MAX_NEW_MODULUS_BITS } from '../limits.js';
import { ComputeError, type ComputeRequest } from '../request.js';
import { type Algorithm, readAlgorithm, type Key, subtle } from './library.js';

/** Format in which an isolate keeps a key, by key type. */
const KEPT_FORMAT: Readonly<Record<string, string>> = {
  secret: 'raw',
  private: 'pkcs8',
  public: 'spki',
};
/** Algorithms whose keys cannot be exported: they are kept in the received form. */
const UNREADABLE = /^(HKDF|PBKDF2)$/;

/** A key as the isolate keeps it; nothing of it is kept on this side. */
interface KeptKey {
  type: string;
  algorithm: Algorithm;
  usages: readonly string[];
  /** Key data in base64. */
  data: string;
}

/** Returns the key in a request, with the usages that it is needed for. */
export async function importKeptKey(
  request: ComputeRequest,
  usages: readonly string[],
  name = 'key',
): Promise<Key> {
  const kept = request.within(name);
  const type = kept.text('type');
  const data = kept.bytes('data');
  const algorithm = readAlgorithm(kept);
  const format = KEPT_FORMAT[type];
  if (format === undefined) throw new ComputeError('DataError', `There is no key of type ${type}`);
  if (type !== 'secret') checkKeyBytes(data.length);
  const extractable = !UNREADABLE.test(String(algorithm['name']));
  const key = await subtle.importKey(format, data, algorithm, extractable, usages);
  checkLength(key);
  return key;
}

export async function importKey(request: ComputeRequest): Promise<KeptKey> {
  const format = request.text('format');
  const algorithm = readAlgorithm(request);
  const usages = toTexts(request.value('usages'));
  const data = format === 'jwk' ? readJwk(request) : request.bytes('data');
  if (format !== 'raw' && data instanceof Uint8Array) checkKeyBytes(data.length);
  const extractable = !UNREADABLE.test(String(algorithm['name']).toUpperCase());
  const key = await subtle.importKey(format, data, algorithm, extractable, usages);
  checkLength(key);
  return keptKey(key, data instanceof Uint8Array ? data : null);
}

export async function exportKey(request: ComputeRequest): Promise<unknown> {
  return subtle.exportKey(
    request.text('format'),
    await importKeptKey(request, readUsages(request)),
  );
}

export async function generateKey(
  request: ComputeRequest,
): Promise<KeptKey | { privateKey: KeptKey; publicKey: KeptKey }> {
  const algorithm = readAlgorithm(request);
  const { modulusLength, length } = algorithm;
  if (typeof modulusLength === 'number') checkModulus(modulusLength, MAX_NEW_MODULUS_BITS);
  if (typeof length === 'number' && length > MAX_KEY_BYTES * 8)
    throw new ComputeError('OperationError', `A key has at most ${MAX_KEY_BYTES} bytes`);
  const made = await subtle.generateKey(algorithm, true, toTexts(request.value('usages')));
  if (!('privateKey' in made)) return keptKey(made, null);
  const [privateKey, publicKey] = await Promise.all([
    keptKey(made.privateKey, null),
    keptKey(made.publicKey, null),
  ]);
  return { privateKey, publicKey };
}

async function keptKey(key: Key, given: Uint8Array | null): Promise<KeptKey> {
  const { type, algorithm, usages } = key;
  const unreadable = UNREADABLE.test(String(algorithm['name']));
  const data = unreadable ? given : await subtle.exportKey(KEPT_FORMAT[type] ?? 'raw', key);
  const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
  if (!(bytes instanceof Uint8Array)) throw new ComputeError('DataError', 'The key cannot be kept');
  return {
    type,
    algorithm: plain(algorithm),
    usages,
    data: Buffer.from(bytes).toString('base64'),
  };
}

/** Returns an algorithm in JSON form, with bytes as a list of numbers. */
function plain(algorithm: Algorithm): Algorithm {
  return Object.fromEntries(
    Object.entries(algorithm).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? [...value] : value,
    ]),
  );
}

function readJwk(request: ComputeRequest): Readonly<Record<string, unknown>> {
  const jwk = request.object('jwk');
  checkKeyBytes(JSON.stringify(jwk).length / 2);
  return jwk;
}

function readUsages(request: ComputeRequest): string[] {
  return toTexts(request.within('key').value('usages'));
}

/** Returns the texts of a list; the library rejects unknown usages. */
function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function checkLength({ algorithm: { modulusLength } }: Key): void {
  if (typeof modulusLength === 'number') checkModulus(modulusLength);
}
