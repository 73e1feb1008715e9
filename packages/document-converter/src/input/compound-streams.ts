import { CFB } from '@e965/xlsx';
import { DocumentError } from '../converted.js';
import { quietly } from './quiet.js';

/**
 * Returns a function that reads the streams of a compound file by name.
 * @returns undefined for an unknown name
 * @throws DocumentError if the compound file is damaged
 */
export function createStreamReader(bytes: Buffer): (name: string) => Buffer | undefined {
  let file: unknown;
  try {
    file = quietly((): unknown => CFB.read(bytes, { type: 'buffer' }));
  } catch {
    throw new DocumentError('unreadable', 'The document is damaged: its content cannot be read.');
  }
  return (name) => {
    const entry: unknown = CFB.find(file, name);
    if (typeof entry !== 'object' || entry === null || !('content' in entry)) return undefined;
    return entry.content instanceof Uint8Array ? Buffer.from(entry.content) : undefined;
  };
}
