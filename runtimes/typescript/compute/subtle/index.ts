/**
 * `crypto.subtle`, implemented with Node's. Keys come with each request, in the form in which the isolate keeps them.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { MAX_DERIVED_BYTES } from '../limits.js';
import { ComputeError, type ComputeRequest } from '../request.js';
import { exportKey, generateKey, importKey, importKeptKey } from './keys.js';
import { readAlgorithm, checkAlgorithm, subtle } from './library.js';

/** The initial value of RFC 3394. */
const WRAP_IV = Buffer.alloc(8, 0xa6);

export const SUBTLE_OPERATIONS: [string, (request: ComputeRequest) => Promise<unknown>][] = [
  [
    'subtle.digest',
    async (request) => subtle.digest(readAlgorithm(request), request.bytes('data')),
  ],
  ['subtle.importKey', importKey],
  ['subtle.exportKey', exportKey],
  ['subtle.generateKey', generateKey],
  ['subtle.sign', sign],
  ['subtle.verify', verify],
  ['subtle.encrypt', encrypt],
  ['subtle.decrypt', decrypt],
  ['subtle.deriveBits', deriveBits],
];

async function sign(request: ComputeRequest): Promise<ArrayBuffer> {
  const key = await importKeptKey(request, ['sign']);
  return subtle.sign(readAlgorithm(request), key, request.bytes('data'));
}

async function verify(request: ComputeRequest): Promise<boolean> {
  const key = await importKeptKey(request, ['verify']);
  return subtle.verify(
    readAlgorithm(request),
    key,
    request.bytes('signature'),
    request.bytes('data'),
  );
}

async function encrypt(request: ComputeRequest): Promise<unknown> {
  const algorithm = readAlgorithm(request);
  if (algorithm['name'] === 'AES-KW') return keyWrap(request, 'wrap');
  return subtle.encrypt(
    algorithm,
    await importKeptKey(request, ['encrypt']),
    request.bytes('data'),
  );
}

async function decrypt(request: ComputeRequest): Promise<unknown> {
  const algorithm = readAlgorithm(request);
  if (algorithm['name'] === 'AES-KW') return keyWrap(request, 'unwrap');
  return subtle.decrypt(
    algorithm,
    await importKeptKey(request, ['decrypt']),
    request.bytes('data'),
  );
}

async function deriveBits(request: ComputeRequest): Promise<ArrayBuffer> {
  const algorithm = { ...readAlgorithm(request) };
  const bits = request.optionalWhole('bits', 0, MAX_DERIVED_BYTES * 8) ?? null;
  checkAlgorithm(algorithm, (bits ?? 0) / 8);
  if (request.value('public') != null)
    algorithm['public'] = await importKeptKey(request, [], 'public');
  return subtle.deriveBits(algorithm, await importKeptKey(request, ['deriveBits']), bits);
}

/** Wraps or unwraps with AES-KW, which the library supports for its own keys only. */
function keyWrap(request: ComputeRequest, way: 'wrap' | 'unwrap'): Buffer {
  const key = request.within('key').bytes('data');
  const name = `id-aes${key.length * 8}-wrap`;
  try {
    const cipher =
      way === 'wrap' ? createCipheriv(name, key, WRAP_IV) : createDecipheriv(name, key, WRAP_IV);
    return Buffer.concat([cipher.update(request.bytes('data')), cipher.final()]);
  } catch (cause) {
    throw new ComputeError('OperationError', `The operation failed: ${String(cause)}`);
  }
}
