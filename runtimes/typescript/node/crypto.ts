/** Node's `crypto`, for which the supervisor calls Node itself. Functions that need a machine are missing. */
import { compute } from './compute.js';
import { createCipheriv, createDecipheriv, getCipherInfo } from './crypto/ciphers.js';
import { hkdf, hkdfSync, pbkdf2, pbkdf2Sync, scrypt, scryptSync } from './crypto/derivations.js';
import { createHash, createHmac, hash, Hash, Hmac } from './crypto/hashes.js';
import { createPrivateKey, createPublicKey, createSecretKey, KeyObject } from './crypto/keys.js';
import {
  randomBytes,
  randomFill,
  randomFillSync,
  randomInt,
  timingSafeEqual,
} from './crypto/random.js';
import {
  createECDH,
  createSign,
  createVerify,
  diffieHellman,
  ECDH,
  generateKeyPair,
  generateKeyPairSync,
  privateDecrypt,
  privateEncrypt,
  publicDecrypt,
  publicEncrypt,
  Sign,
  sign,
  Verify,
  verify,
} from './crypto/signatures.js';

interface Names {
  hashes: string[];
  ciphers: string[];
  curves: string[];
}
const names = (): Names => compute('node.names', {}) as Names;

const webcrypto = globalThis.crypto;

export default {
  createECDH,
  createSign,
  createVerify,
  diffieHellman,
  ECDH,
  generateKeyPair,
  generateKeyPairSync,
  privateDecrypt,
  privateEncrypt,
  publicDecrypt,
  publicEncrypt,
  Sign,
  sign,
  Verify,
  verify,
  Hash,
  Hmac,
  KeyObject,
  constants: {
    RSA_PKCS1_PADDING: 1,
    RSA_NO_PADDING: 3,
    RSA_PKCS1_OAEP_PADDING: 4,
    RSA_PKCS1_PSS_PADDING: 6,
    RSA_PSS_SALTLEN_DIGEST: -1,
    RSA_PSS_SALTLEN_MAX_SIGN: -2,
    RSA_PSS_SALTLEN_AUTO: -2,
  },
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  getCipherInfo,
  getCiphers: () => names().ciphers,
  getCurves: () => names().curves,
  getFips: () => 0,
  getHashes: () => names().hashes,
  getRandomValues: (view: Uint8Array<ArrayBuffer>) => webcrypto.getRandomValues(view),
  hash,
  hkdf,
  hkdfSync,
  pbkdf2,
  pbkdf2Sync,
  prng: randomBytes,
  pseudoRandomBytes: randomBytes,
  randomBytes,
  randomFill,
  randomFillSync,
  randomInt,
  randomUUID: () => webcrypto.randomUUID(),
  rng: randomBytes,
  scrypt,
  scryptSync,
  get subtle() {
    return webcrypto.subtle;
  },
  timingSafeEqual,
  webcrypto,
};
