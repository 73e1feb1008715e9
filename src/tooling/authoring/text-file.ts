import { open, stat } from 'node:fs/promises';
import { findErrorCode } from '../../base/kernel/errors.js';
import { GuidedError } from '../../base/kernel/guided-error.js';
import { shownPath } from './author-path.js';

/** Maximum size of a file of a definition: `metatask.yaml`, schemas, params (bytes). */
const MAX_BYTES = 256 * 1024;

/** Returns the text of a regular file of at most `max` bytes. Throws GuidedError. */
export async function readText(path: string, max = MAX_BYTES): Promise<string> {
  const refuse = (error: unknown): never => {
    throw unreadable(
      path,
      findErrorCode(error) === 'ENOENT' ? 'There is no file' : 'Cannot read',
      error,
    );
  };
  // Opening a pipe would wait for a writer.
  if (!(await stat(path).catch(refuse)).isFile()) throw unreadable(path, 'Not a file:');
  const file = await open(path, 'r').catch(refuse);
  try {
    const info = await file.stat();
    if (info.size > max)
      throw new GuidedError(
        `${shownPath(path)} has ${info.size} bytes; ${max} are the most that is read.`,
        { code: 'too_large', docs: 'meta-task-folder.md#limits' },
      );
    const bytes = await file.readFile();
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof GuidedError) throw error;
    if (findErrorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new GuidedError(`${shownPath(path)} is not UTF-8 text.`, {
        code: 'invalid_encoding',
        fix: 'Save it as UTF-8.',
      });
    throw unreadable(path, 'Cannot read', error);
  } finally {
    await file.close();
  }
}

function unreadable(path: string, what: string, cause?: unknown): GuidedError {
  const code = findErrorCode(cause);
  const why = code === undefined || code === 'ENOENT' ? '' : ` (${code})`;
  return new GuidedError(`${what} ${shownPath(path)}${why}.`, { code: 'not_found', cause });
}
