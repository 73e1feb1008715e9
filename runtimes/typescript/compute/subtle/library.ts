import { webcrypto } from 'node:crypto';
import { type ComputeRequest, isRecord } from '../request.js';
import { checkRounds } from '../limits.js';

export type Algorithm = Readonly<Record<string, unknown>>;

export interface Key {
  type: string;
  algorithm: Algorithm;
  usages: string[];
}

/** The library's functions, which validate their arguments themselves. */
interface Subtle {
  digest(algorithm: Algorithm, data: Uint8Array): Promise<ArrayBuffer>;
  importKey(
    format: string,
    data: unknown,
    algorithm: Algorithm,
    extractable: boolean,
    usages: readonly string[],
  ): Promise<Key>;
  exportKey(format: string, key: Key): Promise<unknown>;
  generateKey(
    algorithm: Algorithm,
    extractable: boolean,
    usages: readonly unknown[],
  ): Promise<Key | { privateKey: Key; publicKey: Key }>;
  sign(algorithm: Algorithm, key: Key, data: Uint8Array): Promise<ArrayBuffer>;
  verify(algorithm: Algorithm, key: Key, signature: Uint8Array, data: Uint8Array): Promise<boolean>;
  encrypt(algorithm: Algorithm, key: Key, data: Uint8Array): Promise<ArrayBuffer>;
  decrypt(algorithm: Algorithm, key: Key, data: Uint8Array): Promise<ArrayBuffer>;
  deriveBits(algorithm: Algorithm, key: Key, bits: number | null): Promise<ArrayBuffer>;
}

export const subtle = webcrypto.subtle as unknown as Subtle;

/** Returns an algorithm in the library's form, with bytes in place of the isolate's references. */
export function readAlgorithm(request: ComputeRequest, name = 'algorithm'): Algorithm {
  const made: Record<string, unknown> = {};
  for (const [member, value] of Object.entries(request.object(name)))
    made[member] = isRecord(value) && '$' in value ? request.part(value, member) : value;
  return made;
}

/** Throws if an algorithm would take too long for a result of `bytes` bytes. */
export function checkAlgorithm({ iterations }: Algorithm, bytes: number): void {
  if (typeof iterations === 'number') checkRounds(iterations, bytes);
}
