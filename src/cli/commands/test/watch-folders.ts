import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { watch } from 'chokidar';
import { shownPath } from '../../../tooling/authoring/author-path.js';
import { isLeftOut } from '../../../tooling/authoring/meta-task-folder.js';

/** Time within which saves are grouped, in ms. */
const TOGETHER_MS = 80;

/**
 * Yields an empty list at once, then the files saved since the last iteration, as the user would type them, until
 * `signal` aborts. `paths` are files and folders; for a file, its folder is watched.
 */
export async function* watchFolders(
  paths: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<string[], void, undefined> {
  const roots = await Promise.all(paths.map(resolveFolder));
  const changed = new Set<string>();
  let change = Promise.withResolvers<void>();
  const watcher = watch(roots, {
    ignoreInitial: true,
    ignored: (path) => roots.some((root) => isLeftOutBelow(root, path)),
  });
  watcher.on('all', (_event, path) => {
    changed.add(path);
    change.resolve();
  });
  const stop = (): void => change.resolve();
  signal.addEventListener('abort', stop);
  try {
    await new Promise<void>((ready) => watcher.once('ready', ready));
    yield [];
    while (!signal.aborted) {
      await change.promise;
      await new Promise((resolvePause) => setTimeout(resolvePause, TOGETHER_MS));
      change = Promise.withResolvers();
      // Temporary files of editors are already gone.
      const files = [...changed].filter((path) => existsSync(path)).map(shownPath);
      const any = changed.size > 0;
      changed.clear();
      if (!signal.aborted && any) yield files;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await watcher.close();
  }
}

function isLeftOutBelow(root: string, path: string): boolean {
  return (
    path.startsWith(root + sep) &&
    path
      .slice(root.length + 1)
      .split(sep)
      .some(isLeftOut)
  );
}

async function resolveFolder(path: string): Promise<string> {
  const full = resolve(path);
  const info = await stat(full).catch(() => null);
  return info?.isDirectory() === false ? dirname(full) : full;
}
