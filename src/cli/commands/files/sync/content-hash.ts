import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Hexadecimal digits of the hash in an ETag. */
const DIGITS = 32;

/** Returns the ETag that a server gives the content of a file. */
export async function etagOfFile(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash, { signal });
  return `"${hash.digest('hex').slice(0, DIGITS)}"`;
}
