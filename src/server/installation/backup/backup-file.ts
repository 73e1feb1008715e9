import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface Written {
  sha256: string;
  bytes: number;
}

/** Writes a new file that only its owner can read, flushes it, and returns its size and checksum. */
export async function writeFlushed(
  path: string,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<Written> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.appendFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Writes a file under a temporary name and renames it when complete. */
export async function writeWhole(path: string, content: Buffer): Promise<void> {
  const unfinished = `${path}.unfinished`;
  await writeFlushed(unfinished, [content]);
  await rename(unfinished, path);
}

/** Returns the size and checksum of a file, as {@link writeFlushed} does. */
export async function hashFile(path: string): Promise<Written> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Yields the lines of a text without their ends. Only a line feed ends a line: other separators may occur in JSON. */
export async function* readLines(text: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of text) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}
