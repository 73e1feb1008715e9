import { askYes } from '../../toolkit/ask.js';
import { CommandError, usageError } from '../../toolkit/command-error.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { connectFiles, type FileOptions, notThere, remotePath, whatIsAt } from './remote-place.js';
import { stderr } from '../../toolkit/output.js';

export async function runRm(
  typed: readonly string[],
  options: FileOptions & { recursive?: boolean; yes?: boolean },
): Promise<void> {
  const { recursive = false, yes = false, json = false } = options;
  const remote = await connectFiles(options);
  const paths = [...new Set(typed.map(remotePath))];
  // All paths are checked before the first one is deleted.
  for (const path of paths) {
    if (path === '/') throw usageError('The root cannot be deleted.');
    const found = await whatIsAt(remote, path);
    if (found === null) throw notThere(path);
    if (found === 'directory' && !recursive)
      throw usageError(`${path} is a directory.`, 'Give -r to delete it with all that is in it.');
  }
  const names = paths.map(plainLine).join(', ');
  if (!yes && !(await askYes({ message: `Delete ${names}?`, flag: '--yes' })))
    throw new CommandError('Nothing was deleted.', { code: 'declined', exit: EXIT.failed });
  for (const path of paths) {
    await remote.client.files.delete(path, remote.ws);
    if (!json) stderr.write(`deleted ${plainLine(path)}\n`);
  }
  if (json) printJson({ deleted: paths });
}
