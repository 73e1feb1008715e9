import { type FSWatcher, watch } from 'chokidar';
import { relative } from 'node:path';
import { getErrorMessage } from '../../../../base/kernel/errors.js';
import { stderr } from '../../../toolkit/output.js';
import { plainLine } from '../../../toolkit/plain-text.js';
import { countText } from '../../../toolkit/units.js';
import { ignoredReason } from './local-tree.js';
import type { Result } from './outcome.js';
import type { SyncState, SyncView } from './sync-view.js';

/** A sync starts after QUIET_MS without changes, and LATEST_MS after the first change at the latest. */
const QUIET_MS = 500;
const LATEST_MS = 5_000;
/** Pause before a failed pass is retried, in ms. */
const AGAIN_MS = 5_000;

interface Watched {
  /** Absolute path. */
  folder: string;
  exclude: readonly string[];
  view: SyncView;
  state: SyncState;
  signal: AbortSignal;
  /** Syncs once. Rejects if the folder is empty and this sync has uploaded files. */
  pass: () => Promise<Result[]>;
}

/** Syncs a folder after every change until `signal` is aborted. A failed pass is retried. */
export async function watchSync(options: Watched): Promise<void> {
  const { view, state, signal, pass } = options;
  const changes = new Changes(signal);
  let watcher = await startWatcher(options, changes);
  // Covers changes between the first pass and the start of the watcher.
  changes.add();
  stderr.write('watching for changes; Ctrl-C ends it\n');
  let before: ReadonlyMap<string, string> = new Map();
  let failure: string | null = null;
  try {
    while (await changes.next()) {
      view.start();
      try {
        const results = await pass();
        view.stop();
        before = sayChanges(results, before);
        // A folder that was removed and created again needs a new watcher.
        if (failure !== null) {
          await watcher.close();
          watcher = await startWatcher(options, changes);
        }
        failure = null;
      } catch (error) {
        view.stop();
        if (signal.aborted) break;
        const why = plainLine(getErrorMessage(error));
        if (why !== failure) stderr.write(`${why} Retrying.\n`);
        failure = why;
        setTimeout(() => changes.add(), AGAIN_MS).unref();
      }
      Object.assign(state, { files: 0, done: 0, bytes: 0 });
    }
  } finally {
    await watcher.close();
  }
  stderr.write('metarun: watching was ended.\n');
}

async function startWatcher(
  { folder, exclude, view }: Watched,
  changes: Changes,
): Promise<FSWatcher> {
  const watcher = watch(folder, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => path !== folder && ignoredReason(relative(folder, path), exclude) !== null,
  });
  watcher.on('all', () => changes.add());
  watcher.on('error', (error) =>
    view.say(`cannot be watched: ${plainLine(getErrorMessage(error))}`),
  );
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  return watcher;
}

/** Writes a line for each file whose outcome has changed. Returns the outcomes to compare the next pass with. */
function sayChanges(
  results: readonly Result[],
  before: ReadonlyMap<string, string>,
): Map<string, string> {
  const now = new Map<string, string>();
  for (const { path, outcome, reason, warnings } of results) {
    const text = `${outcome} ${reason ?? ''}`;
    if (reason !== null || outcome === 'converting') now.set(path, text);
    const isOld = outcome === 'unchanged' || before.get(path) === text;
    if (isOld && !(outcome === 'unchanged' && before.has(path))) continue;
    const shown = outcome === 'unchanged' ? 'converted' : outcome;
    const note = warnings.length > 0 ? `  (${countText(warnings.length, 'warning')})` : '';
    const why = reason === null ? '' : `  ${plainLine(reason)}`;
    stderr.write(`${shown.padEnd(10)} ${plainLine(path)}${note}${why}\n`);
  }
  return now;
}

/** Collects changes of a folder until no more arrive. */
class Changes {
  private last = 0;
  private first: number | null = null;
  private wake: (() => void) | null = null;

  constructor(private readonly signal: AbortSignal) {
    signal.addEventListener('abort', () => this.wake?.());
  }

  add(): void {
    this.last = performance.now();
    this.first ??= this.last;
    this.wake?.();
  }

  /** Resolves to true once changes have settled, and to false when the signal is aborted. */
  async next(): Promise<boolean> {
    while (!this.signal.aborted) {
      const now = performance.now();
      const due =
        this.first === null ? Infinity : Math.min(this.last + QUIET_MS, this.first + LATEST_MS);
      if (now >= due) {
        this.first = null;
        return true;
      }
      await this.pause(due - now);
    }
    return false;
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === Infinity ? undefined : setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
