import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Number of hexadecimal digits in an ETag. */
const DIGITS = 32;

/** Computes the ETag that the server assigns to the content of a file. */
export async function etagOfFile(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash, { signal });
  return `"${hash.digest('hex').slice(0, DIGITS)}"`;
}
