import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** A path as a reader would type it from where they are. */
export function shownPath(path: string): string {
  const near = relative(process.cwd(), path);
  if (near === '') return '.';
  return near.length <= path.length ? near : path;
}

/** The repository that `folder` (absolute) belongs to: the nearest folder above with a `.git`; without one, itself. */
export function repositoryOf(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    if (existsSync(join(above, '.git'))) return above;
    if (above === dirname(above)) return folder;
  }
}

/**
 * Returns the file that a meta-task's folder names, absolute, or text that says why not, which continues its name: a
 * repository that came from elsewhere must not make a command send other files of this machine.
 */
export async function ownFile(
  folder: string,
  name: string,
): Promise<{ path: string } | { refused: string }> {
  if (isAbsolute(name)) return { refused: 'must be a path relative to the folder' };
  const path = resolve(folder, name);
  const real = await realpath(path).catch(() => null);
  if (real === null) return { refused: `names no file: there is no ${shownPath(path)}` };
  const root = await realpath(repositoryOf(folder));
  if (real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep))
    return { refused: `leads out of ${shownPath(root)}, where all its files must be` };
  return { path };
}
