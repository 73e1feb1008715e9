import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Returns a path as a reader would type it in the working directory. */
export function shownPath(path: string): string {
  const near = relative(process.cwd(), path);
  if (near === '') return '.';
  return near.length <= path.length ? near : path;
}

/** Returns the repository of `folder` (absolute): the nearest ancestor with a `.git`, or the folder itself. */
export function findRepositoryRoot(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    if (existsSync(join(above, '.git'))) return above;
    if (above === dirname(above)) return folder;
  }
}

/**
 * Returns the absolute path of a file that a meta-task's folder names, or a text that says why it is refused and
 * continues the file's name: a repository from elsewhere must not make a command send other files of this machine.
 */
export async function ownFile(
  folder: string,
  name: string,
): Promise<{ path: string } | { refused: string }> {
  if (isAbsolute(name)) return { refused: 'must be a path relative to the folder' };
  const path = resolve(folder, name);
  const real = await realpath(path).catch(() => null);
  if (real === null) return { refused: `names no file: there is no ${shownPath(path)}` };
  const root = await realpath(findRepositoryRoot(folder));
  if (real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep))
    return { refused: `leads out of ${shownPath(root)}, where all its files must be` };
  return { path };
}
