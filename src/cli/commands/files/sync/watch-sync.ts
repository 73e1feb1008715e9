import { type FSWatcher, watch } from 'chokidar';
import { relative } from 'node:path';
import { messageOf } from '../../../../base/kernel/errors.js';
import { stderr } from '../../../toolkit/output.js';
import { plainLine } from '../../../toolkit/plain-text.js';
import { countText } from '../../../toolkit/units.js';
import { ignoredReason } from './local-tree.js';
import type { Result } from './outcome.js';
import type { SyncState, SyncView } from './sync-view.js';

/** A folder is synced once nothing has changed in it for so long, and after a longer time at the latest (ms). */
const QUIET_MS = 500;
const LATEST_MS = 5_000;
/** Before a pass that has failed is tried again (ms). */
const AGAIN_MS = 5_000;

interface Watched {
  /** Absolute. */
  folder: string;
  exclude: readonly string[];
  view: SyncView;
  state: SyncState;
  signal: AbortSignal;
  /** Syncs once. Rejects for an empty folder of which something was synced. */
  pass: () => Promise<Result[]>;
}

/** Syncs a folder whenever something changes in it, until `signal`. A pass that fails is tried again. */
export async function watchSync(options: Watched): Promise<void> {
  const { view, state, signal, pass } = options;
  const changes = new Changes(signal);
  let watcher = await watcherOf(options, changes);
  // Whatever has changed between the first pass and now.
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
        // A folder that was away is another one for the system.
        if (failure !== null) {
          await watcher.close();
          watcher = await watcherOf(options, changes);
        }
        failure = null;
      } catch (error) {
        view.stop();
        if (signal.aborted) break;
        const why = plainLine(messageOf(error));
        if (why !== failure) stderr.write(`${why} It is tried again.\n`);
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

async function watcherOf({ folder, exclude, view }: Watched, changes: Changes): Promise<FSWatcher> {
  const watcher = watch(folder, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => path !== folder && ignoredReason(relative(folder, path), exclude) !== null,
  });
  watcher.on('all', () => changes.add());
  watcher.on('error', (error) => view.say(`cannot be watched: ${plainLine(messageOf(error))}`));
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  return watcher;
}

/** Writes a line for each file that has changed, or is refused for another reason than before. Returns what is known now. */
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

/** Changes of a folder, as the moments at which it is quiet after some. */
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

  /** Resolves to true once it is quiet after a change, and to false at the end. */
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
