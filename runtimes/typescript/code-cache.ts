import type ivm from 'isolated-vm';
import { LRUCache } from 'lru-cache';

/** Minimum length of kept programs, in characters; shorter ones compile in half a millisecond. */
const WORTH_CHARACTERS = 8 * 1024;
/** Limit on kept programs, in characters; their compiled data takes from a third of to twice as many bytes. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * V8's compiled data of large programs, by their text. V8 trusts this data and does not check it. That is safe, since
 * the process that uses it has also made it, runs scripts of one project only, and never passes it on.
 */
export const codeCache = new LRUCache<string, ivm.ExternalCopy<ArrayBuffer>>({
  maxSize: MAX_CHARACTERS,
  sizeCalculation: (_data, program) => program.length,
  dispose: (data) => data.release(),
});

export function isWorthKeeping(program: string): boolean {
  return program.length >= WORTH_CHARACTERS;
}
