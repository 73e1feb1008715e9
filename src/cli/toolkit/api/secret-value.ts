import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { messageOf } from '../../../base/kernel/errors.js';
import { askSecret } from '../ask.js';
import { usageError } from '../command-error.js';
import { isInteractive } from '../terminal.js';

const DOCS = 'cli-admin.md#secrets';

/**
 * Returns a secret value: of a file, or of standard input; on a terminal it is asked for, without an echo. The line end behind
 * a value of one line is left out. Errors never have the value in them.
 */
export async function readSecretValue(file: string | undefined, message: string): Promise<string> {
  const asked = file === undefined && isInteractive();
  const read = asked
    ? await askSecret({ message, flag: 'the value by standard input, or --file <file>' })
    : file === undefined
      ? await text(process.stdin)
      : await contentOf(file);
  const value = /^[^\r\n]*\r?\n$/.test(read) ? read.replace(/\r?\n$/, '') : read;
  if (value !== '') return value;
  throw usageError('There is no value.', 'Give it by standard input or --file <file>.', DOCS);
}

async function contentOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw usageError(`--file ${file} cannot be read: ${messageOf(error)}.`, undefined, DOCS);
  }
}
