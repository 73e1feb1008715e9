import { CFB } from '@e965/xlsx';
import { DocumentError } from '../converted.js';
import { quietly } from './quiet.js';

/**
 * Returns a stream of a compound file.
 * @returns undefined if there is none of this name
 * @throws DocumentError if the file is no longer a compound file
 */
export function streamsOf(bytes: Buffer): (name: string) => Buffer | undefined {
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
