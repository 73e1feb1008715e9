/** The operations of `node:crypto` in bundles. */
import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  diffieHellman,
  generateKeyPair,
  getCipherInfo,
  getCiphers,
  getCurves,
  getHashes,
  hkdf,
  pbkdf2,
  privateDecrypt,
  privateEncrypt,
  publicDecrypt,
  publicEncrypt,
  scrypt,
  sign,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';
import {
  checkModulus,
  checkRounds,
  checkScrypt,
  MAX_DERIVED_BYTES,
  MAX_NEW_MODULUS_BITS,
} from './limits.js';
import { described, exportNodeKey, keyInfo, nodeKey } from './node-keys.js';
import { ComputeError, type ComputeRequest } from './request.js';

export function hash(request: ComputeRequest): Buffer {
  const outputLength = request.optionalWhole('length', 0, MAX_DERIVED_BYTES);
  const options = outputLength === undefined ? {} : { outputLength };
  return createHash(request.text('algorithm'), options).update(request.bytes('data')).digest();
}

export function hmac(request: ComputeRequest): Buffer {
  const made = createHmac(request.text('algorithm'), request.bytes('key'));
  return made.update(request.bytes('data')).digest();
}

/** Encrypts or decrypts a whole text; the tag of an authenticated cipher follows it. */
function cipher(request: ComputeRequest): Buffer {
  const algorithm = request.text('algorithm');
  const { mode } = getCipherInfo(algorithm) ?? {};
  const key = request.bytes('key');
  const iv = request.optionalBytes('iv');
  const tagLength = request.optionalWhole('tagLength', 4, 16) ?? 16;
  const aad = request.optionalBytes('aad');
  const tagged = mode === 'gcm' || mode === 'ccm' || mode === 'ocb' || /poly1305/i.test(algorithm);
  const data = request.bytes('data');
  // The library's types only know names of authenticated ciphers to have a tag.
  const options: object = tagged ? { authTagLength: tagLength } : {};
  const encrypts = !request.flag('decrypt');
  const made = encrypts
    ? createCipheriv(algorithm, key, iv, options)
    : createDecipheriv(algorithm, key, iv, options);
  made.setAutoPadding(request.value('padding') !== false);
  const plaintextLength = data.length;
  if (aad !== null && 'setAAD' in made && typeof made.setAAD === 'function')
    made.setAAD(aad, { plaintextLength });
  const tag = request.optionalBytes('tag');
  if (tag !== null && 'setAuthTag' in made && typeof made.setAuthTag === 'function')
    made.setAuthTag(tag);
  const parts = [made.update(data), made.final()];
  if (encrypts && tagged && 'getAuthTag' in made && typeof made.getAuthTag === 'function')
    parts.push(Buffer.from(made.getAuthTag() as Uint8Array));
  return Buffer.concat(parts);
}

function signature(request: ComputeRequest): Buffer {
  return sign(request.optionalText('algorithm'), request.bytes('data'), {
    key: nodeKey(request.within('key'), 'private'),
    ...signing(request),
  });
}

function verified(request: ComputeRequest): boolean {
  return verify(
    request.optionalText('algorithm'),
    request.bytes('data'),
    { key: nodeKey(request.within('key'), 'public'), ...signing(request) },
    request.bytes('signature'),
  );
}

function signing(request: ComputeRequest): object {
  const padding = request.optionalWhole('padding', 0, 10);
  const saltLength = request.optionalWhole('saltLength', -3, 1024);
  const encoding = request.optionalText('dsaEncoding');
  return {
    ...(padding === undefined ? {} : { padding }),
    ...(saltLength === undefined ? {} : { saltLength }),
    ...(encoding === 'ieee-p1363' ? { dsaEncoding: encoding } : {}),
  };
}

function rsa(request: ComputeRequest): Buffer {
  const data = request.bytes('data');
  const way = request.text('way');
  const key = nodeKey(request.within('key'), way.startsWith('private') ? 'private' : 'public');
  const padding = request.optionalWhole('padding', 0, 10);
  const oaepHash = request.optionalText('oaepHash');
  const oaepLabel = request.optionalBytes('oaepLabel');
  const options = {
    key,
    ...(padding === undefined ? {} : { padding }),
    ...(oaepHash === null ? {} : { oaepHash }),
    ...(oaepLabel === null ? {} : { oaepLabel }),
  };
  if (way === 'publicEncrypt') return publicEncrypt(options, data);
  if (way === 'privateDecrypt') return privateDecrypt(options, data);
  if (way === 'privateEncrypt') return privateEncrypt(options, data);
  return publicDecrypt(options, data);
}

function ecdh(request: ComputeRequest): object {
  const made = createECDH(request.text('curve'));
  const given = request.optionalBytes('private');
  if (given === null) made.generateKeys();
  else made.setPrivateKey(given);
  const other = request.optionalBytes('other');
  return {
    private: made.getPrivateKey('base64'),
    public: made.getPublicKey('base64'),
    secret: other === null ? null : made.computeSecret(other).toString('base64'),
  };
}

function names(): object {
  return { hashes: getHashes(), ciphers: getCiphers(), curves: getCurves() };
}

export const NODE_OPERATIONS: [string, (request: ComputeRequest) => unknown][] = [
  ['node.cipher', cipher],
  ['node.sign', signature],
  ['node.verify', verified],
  ['node.rsa', rsa],
  ['node.key', keyInfo],
  ['node.exportKey', exportNodeKey],
  ['node.ecdh', ecdh],
  ['node.names', names],
  ['node.cipherInfo', (request) => getCipherInfo(request.text('algorithm')) ?? null],
  [
    'node.diffieHellman',
    (request) =>
      diffieHellman({
        privateKey: nodeKey(request.within('private'), 'private'),
        publicKey: nodeKey(request.within('public'), 'public'),
      }),
  ],
];

async function derivePbkdf2(request: ComputeRequest): Promise<Buffer> {
  const bytes = request.whole('length', 0, MAX_DERIVED_BYTES);
  const rounds = request.whole('iterations', 1, 2 ** 31 - 1);
  checkRounds(rounds, bytes);
  return promisify(pbkdf2)(
    request.bytes('password'),
    request.bytes('salt'),
    rounds,
    bytes,
    request.text('algorithm'),
  );
}

async function deriveScrypt(request: ComputeRequest): Promise<Buffer> {
  const bytes = request.whole('length', 0, MAX_DERIVED_BYTES);
  const cost = request.whole('cost', 2, 2 ** 31 - 1);
  const blockSize = request.whole('blockSize', 1, 2 ** 20);
  const parallel = request.whole('parallelization', 1, 2 ** 20);
  checkScrypt(cost, blockSize, parallel);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(
    request.bytes('password'),
    request.bytes('salt'),
    bytes,
    { N: cost, r: blockSize, p: parallel, maxmem: 256 * cost * blockSize + 1024 * 1024 },
    (error, derived) => (error === null ? resolve(derived) : reject(error)),
  );
  return promise;
}

async function deriveHkdf(request: ComputeRequest): Promise<ArrayBuffer> {
  return promisify(hkdf)(
    request.text('algorithm'),
    request.bytes('key'),
    request.bytes('salt'),
    request.bytes('info'),
    request.whole('length', 0, MAX_DERIVED_BYTES),
  );
}

/** Generates a key pair. */
function generatePair(request: ComputeRequest): Promise<object> {
  const { promise, resolve, reject } = Promise.withResolvers<object>();
  const done = (
    error: Error | null,
    publicKey: Parameters<typeof described>[0],
    privateKey: Parameters<typeof described>[0],
  ): void =>
    error === null
      ? resolve({ publicKey: described(publicKey), privateKey: described(privateKey) })
      : reject(error);
  const type = request.text('type');
  if (type === 'rsa' || type === 'rsa-pss') {
    const modulusLength = request.whole('modulusLength', 512, 2 ** 20);
    checkModulus(modulusLength, MAX_NEW_MODULUS_BITS);
    const publicExponent = request.optionalWhole('publicExponent', 3, 2 ** 31 - 1) ?? 0x10001;
    if (type === 'rsa') generateKeyPair('rsa', { modulusLength, publicExponent }, done);
    else generateKeyPair('rsa-pss', { modulusLength, publicExponent }, done);
  } else if (type === 'ec') generateKeyPair('ec', { namedCurve: request.text('namedCurve') }, done);
  else if (type === 'ed25519') generateKeyPair('ed25519', {}, done);
  else if (type === 'ed448') generateKeyPair('ed448', {}, done);
  else if (type === 'x25519') generateKeyPair('x25519', {}, done);
  else if (type === 'x448') generateKeyPair('x448', {}, done);
  else throw new ComputeError('TypeError', `Keys of the type "${type}" cannot be made here`);
  return promise;
}

export const NODE_SLOW_OPERATIONS: [string, (request: ComputeRequest) => Promise<unknown>][] = [
  ['node.pbkdf2', derivePbkdf2],
  ['node.scrypt', deriveScrypt],
  ['node.hkdf', deriveHkdf],
  ['node.generateKeyPair', async (request) => generatePair(request)],
];
