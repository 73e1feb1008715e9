import { toBuffer, computeBytes, type Data } from '../compute.js';
import { secretBytes } from './keys.js';

type Buffer = ReturnType<typeof computeBytes>;
type Done<Value> = (error: Error | null, value?: Value) => void;

function later<Value>(make: () => Value, done: Done<Value>): void {
  setTimeout(() => {
    let value: Value;
    try {
      value = make();
    } catch (error) {
      done(error as Error);
      return;
    }
    done(null, value);
  }, 0);
}

export function pbkdf2Sync(
  password: Data,
  salt: Data,
  iterations: number,
  length: number,
  algorithm: string,
): Buffer {
  const given = { password: toBuffer(password), salt: toBuffer(salt) };
  return computeBytes('node.pbkdf2', { ...given, iterations, length, algorithm }, true);
}

export function pbkdf2(
  password: Data,
  salt: Data,
  iterations: number,
  length: number,
  algorithm: string,
  done: Done<Buffer>,
): void {
  later(() => pbkdf2Sync(password, salt, iterations, length, algorithm), done);
}

interface ScryptOptions {
  N?: number;
  cost?: number;
  r?: number;
  blockSize?: number;
  p?: number;
  parallelization?: number;
}

export function scryptSync(
  password: Data,
  salt: Data,
  length: number,
  options: ScryptOptions = {},
): Buffer {
  const { N = 16_384, r = 8, p = 1, cost = N, blockSize = r, parallelization = p } = options;
  const given = { password: toBuffer(password), salt: toBuffer(salt), length };
  return computeBytes('node.scrypt', { ...given, cost, blockSize, parallelization }, true);
}

export function scrypt(
  password: Data,
  salt: Data,
  length: number,
  options: ScryptOptions | Done<Buffer>,
  done?: Done<Buffer>,
): void {
  if (typeof options === 'function')
    return later(() => scryptSync(password, salt, length), options);
  if (done !== undefined) later(() => scryptSync(password, salt, length, options), done);
}

export function hkdfSync(
  algorithm: string,
  key: unknown,
  salt: Data,
  info: Data,
  length: number,
): ArrayBuffer {
  const given = { key: secretBytes(key), salt: toBuffer(salt), info: toBuffer(info) };
  const made = computeBytes('node.hkdf', { algorithm, ...given, length }, true);
  return new Uint8Array(made).buffer;
}

export function hkdf(
  algorithm: string,
  key: unknown,
  salt: Data,
  info: Data,
  length: number,
  done: Done<ArrayBuffer>,
): void {
  later(() => hkdfSync(algorithm, key, salt, info, length), done);
}
