import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import type { Json } from '../../../base/kernel/json.js';
import { parseExactly } from '../../../base/kernel/json-text.js';
import { usageError } from '../command-error.js';

/** Reads a JSON value given on the command line: inline, as a file name, or as `-` for standard input. */
export async function readJson(given: string, flag: string, docs: string): Promise<Json> {
  const inline = parseExactly(given);
  if ('value' in inline && given !== '-') return inline.value;
  const read = parseExactly(
    given === '-' ? await text(process.stdin) : await readFileContent(given),
  );
  if ('value' in read) return read.value;
  const { pointer, message } = read.issue;
  throw usageError(
    `${flag} ${given}: ${pointer} ${message}.`,
    'Give JSON, a file with it, or -.',
    docs,
  );

  async function readFileContent(file: string): Promise<string> {
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      throw usageError(
        `${flag} ${file} is neither JSON nor a file that can be read: ${getErrorMessage(error)}.`,
        'Give JSON, a file with it, or -.',
        docs,
      );
    }
  }
}
