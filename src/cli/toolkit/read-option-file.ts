import { readFile } from 'node:fs/promises';
import { getErrorMessage } from '../../base/kernel/errors.js';
import { usageError } from './command-error.js';

/** Returns the text of the file that an option names. Throws a usage error that never contains the text. */
export async function readOptionFile(flag: string, file: string, docs: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw usageError(`${flag} ${file} cannot be read: ${getErrorMessage(error)}.`, undefined, docs);
  }
}
