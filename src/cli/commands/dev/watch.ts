import { type FSWatcher, watch } from 'chokidar';
import { basename } from 'node:path';
import { isLeftOut } from '../../../tooling/authoring/meta-task-folder.js';

/** Debounce time after a change, in ms. Editors save in several steps. */
const QUIET_MS = 40;

/**
 * Calls `onChange` with the paths that have changed in a folder, one call at a time. Resolves once watching has
 * started. Hidden folders and installed packages are ignored. `onError` receives errors of watching and of `onChange`.
 */
export async function watchFolder(
  folder: string,
  onChange: (paths: string[]) => Promise<void>,
  onError: (error: unknown) => void,
): Promise<FSWatcher> {
  const watcher = watch(folder, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => path !== folder && isLeftOut(basename(path)),
  });
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let busy = false;
  const settle = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    while (changed.size > 0) {
      const paths = [...changed];
      changed = new Set();
      await onChange(paths).catch(onError);
    }
    busy = false;
  };
  watcher.on('all', (_event, path) => {
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => void settle(), QUIET_MS);
  });
  watcher.on('error', onError);
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  return watcher;
}
