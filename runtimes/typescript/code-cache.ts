import type ivm from 'isolated-vm';
import { LRUCache } from 'lru-cache';

/** Smaller programs, in characters, compile in half a millisecond and are not kept. */
const WORTH_CHARACTERS = 8 * 1024;
/** Limit on kept programs in characters; their compiled data takes from a third to twice as many bytes. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * V8's compiled data of large programs, by their text. The process that uses the data has made it, runs scripts of one project
 * alone, and never passes it on: V8 trusts such data and does not check it.
 */
export const codeCache = new LRUCache<string, ivm.ExternalCopy<ArrayBuffer>>({
  maxSize: MAX_CHARACTERS,
  sizeCalculation: (_data, program) => program.length,
  dispose: (data) => data.release(),
});

export function isWorthKeeping(program: string): boolean {
  return program.length >= WORTH_CHARACTERS;
}
