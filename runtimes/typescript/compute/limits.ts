import { ComputeError } from './request.js';

/** Maximum number of rounds of one derivation, each over one block: some seconds of CPU time. */
const MAX_ROUNDS = 10_000_000;
/** Maximum memory of one scrypt (64 MiB). */
const MAX_SCRYPT_BYTES = 64 * 1024 * 1024;
/** Maximum work of one scrypt: N·r·p. */
const MAX_SCRYPT_WORK = 4 * 1024 * 1024;
/** Maximum length of an RSA modulus (bits): the cost of an operation grows with its third power. */
export const MAX_MODULUS_BITS = 8192;
/** Maximum length of a new RSA modulus (bits): finding its primes takes seconds. */
export const MAX_NEW_MODULUS_BITS = 4096;
/** Maximum size of a structured key (bytes). */
export const MAX_KEY_BYTES = 16 * 1024;
/** Maximum number of bytes from a derivation or a generator. */
export const MAX_DERIVED_BYTES = 1024 * 1024;
/** Length of the shortest hash (bytes), which determines the number of blocks of a derivation. */
const LEAST_HASH_BYTES = 16;

/** Throws if a PBKDF2 derivation would take too long. */
export function checkRounds(rounds: number, bytes: number): void {
  const blocks = Math.max(1, Math.ceil(bytes / LEAST_HASH_BYTES));
  if (rounds * blocks > MAX_ROUNDS)
    throw new ComputeError(
      'QuotaExceededError',
      `PBKDF2: ${rounds} iterations for ${bytes} bytes are too many; ${MAX_ROUNDS} for ${LEAST_HASH_BYTES} bytes are the most`,
    );
}

/** Throws if an scrypt derivation would take too much memory or time. */
export function checkScrypt(cost: number, blockSize: number, parallel: number): void {
  if (128 * cost * blockSize > MAX_SCRYPT_BYTES || cost * blockSize * parallel > MAX_SCRYPT_WORK)
    throw new ComputeError(
      'QuotaExceededError',
      `scrypt: N ${cost}, r ${blockSize} and p ${parallel} need too much; 64 MiB (128·N·r) and N·r·p of ${MAX_SCRYPT_WORK} are the most`,
    );
}

export function checkKeyBytes(bytes: number): void {
  if (bytes > MAX_KEY_BYTES)
    throw new ComputeError('DataError', `A key has at most ${MAX_KEY_BYTES} bytes, not ${bytes}`);
}

export function checkModulus(bits: number, most = MAX_MODULUS_BITS): void {
  if (bits > most)
    throw new ComputeError(
      'QuotaExceededError',
      `An RSA key has at most ${most} bits here, not ${bits}`,
    );
}
