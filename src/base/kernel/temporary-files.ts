import { getErrorMessage } from './errors.js';
import { GuidedError } from './guided-error.js';

/** Returns the error for a folder for temporary files that cannot be written. */
export function noTemporaryFiles(folder: string, cause: unknown): GuidedError {
  return new GuidedError(`Nothing can be written to ${folder}: ${getErrorMessage(cause)}.`, {
    code: 'no_temporary_files',
    fix: 'Free some space there, or set TMPDIR to another folder.',
    docs: 'run.md',
    cause,
  });
}
