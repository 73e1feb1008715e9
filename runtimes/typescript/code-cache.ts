import type ivm from 'isolated-vm';
import { LRUCache } from 'lru-cache';

/** Programs below this, in characters, compile in half a millisecond and are not kept. */
const WORTH_CHARACTERS = 8 * 1024;
/** Programs of so many characters are kept; what V8 made of them takes about twice as many bytes. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/**
 * What V8 has compiled of large programs, by their text. It is made by the process that uses it, which runs scripts
 * of one project alone, and never leaves it: V8 takes such data for its own and does not check it.
 */
export const codeCache = new LRUCache<string, ivm.ExternalCopy<ArrayBuffer>>({
  maxSize: MAX_CHARACTERS,
  sizeCalculation: (_data, program) => program.length,
  dispose: (data) => data.release(),
});

export function isWorthKeeping(program: string): boolean {
  return program.length >= WORTH_CHARACTERS;
}
