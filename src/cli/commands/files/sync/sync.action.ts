import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { getErrorMessage } from '../../../../base/kernel/errors.js';
import { CommandError, usageError } from '../../../toolkit/command-error.js';
import { EXIT } from '../../../toolkit/exit-codes.js';
import { stderr, stdout } from '../../../toolkit/output.js';
import { plainLine } from '../../../toolkit/plain-text.js';
import { printJson } from '../../../toolkit/print-json.js';
import { connectFiles, type FileOptions, remotePath } from '../remote-place.js';
import { type LocalTree, readLocalTree } from './local-tree.js';
import { countOutcomes, plainHint, type Result, summary } from './outcome.js';
import type { RemoteTree } from './remote-tree.js';
import { syncTable } from './sync-report.js';
import { type SyncState, SyncView } from './sync-view.js';
import { Syncer } from './syncer.js';
import { watchSync } from './watch-sync.js';

interface Options extends FileOptions {
  as?: string;
  watch?: boolean;
  keep?: boolean;
  allowEmpty?: boolean;
  dryRun?: boolean;
  /** False with `--no-wait`. */
  wait: boolean;
  exclude?: string[];
}

/** Maximum length of a server outage, in ms. With `--watch` there is no limit. */
const PATIENCE_MS = 60_000;
const DOCS = 'cli-tasks.md#sync-a-folder';

export async function runSync(
  typed: string,
  target: string | undefined,
  options: Options,
): Promise<void> {
  const { watch = false, json = false, dryRun = false, keep = false, exclude = [] } = options;
  if (watch && (dryRun || json))
    throw usageError('--watch goes on, so it has no --dry-run and no --json.', undefined, DOCS);
  const folder = resolve(typed);
  const name = (options.as ?? basename(folder)).normalize('NFC');
  if (name === '') throw usageError('The root has no name.', 'Name the sync by --as.', DOCS);
  await assertFolder(typed, folder);
  const remote = await connectFiles(options);
  const ending = new AbortController();
  const state: SyncState = {
    step: 'looking at the folder',
    files: 0,
    done: 0,
    bytes: 0,
    converting: [],
    waiting: 0,
  };
  const view = new SyncView(state, json);
  const syncer = new Syncer(
    remote,
    {
      directory: remotePath(target ?? '/'),
      name,
      deletes: !keep,
      dryRun,
      waits: options.wait && !watch,
      patienceMs: watch ? Infinity : PATIENCE_MS,
      signal: ending.signal,
      onWait: (why) => (state.step = plainLine(why)),
    },
    state,
  );
  const pass = async (allowsEmpty: boolean): Promise<Result[]> => {
    Object.assign(state, { step: 'looking at the folder', files: 0, converting: [], waiting: 0 });
    const local = await readLocalTree(folder, exclude);
    const there = await syncer.readRemote();
    if (!keep && !allowsEmpty) refuseEmpty(typed, name, local, there);
    return syncer.run(local, there);
  };
  const interrupt = (): void => ending.abort(new Error('it was interrupted'));
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  view.start();
  try {
    const results = await pass(options.allowEmpty ?? false);
    view.stop();
    report(results, { json, dryRun });
    if (!watch) return;
    await watchSync({
      folder,
      exclude,
      view,
      state,
      signal: ending.signal,
      pass: () => pass(false),
    });
  } catch (error) {
    view.stop();
    if (!ending.signal.aborted) throw error;
    if (watch) return;
    stderr.write('metarun: ended by Ctrl-C. What was sent is there; the next sync goes on.\n');
    process.exitCode = EXIT.interrupted;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

async function assertFolder(typed: string, folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    throw usageError(`${typed} cannot be read: ${getErrorMessage(error)}`, undefined, DOCS);
  });
  if (!found.isDirectory())
    throw usageError(`${typed} is not a folder.`, 'metarun files put uploads single files.', DOCS);
}

/** Throws if the folder is empty. This is more often an unmounted disk than a wish to delete everything. */
function refuseEmpty(typed: string, name: string, local: LocalTree, there: RemoteTree): void {
  if (local.files.size > 0) return;
  const count = [...there.files.values()].filter(({ syncedAs }) => syncedAs === name).length;
  if (count === 0) return;
  throw new CommandError(
    `${typed} has no files, and ${count} on the server were put there by this sync: nothing was deleted.`,
    { code: 'empty_folder', fix: 'If they are to be deleted: --allow-empty.', docs: DOCS },
  );
}

function report(results: readonly Result[], { json, dryRun }: { json: boolean; dryRun: boolean }) {
  if (results.some(({ failed }) => failed)) process.exitCode = EXIT.failed;
  if (json) return printJson({ dry_run: dryRun, counts: countOutcomes(results), files: results });
  stdout.write(syncTable(results));
  const would = dryRun ? ' (nothing was done)' : '';
  stderr.write(`${summary(results)}${would}\n`);
  const hint = dryRun ? null : plainHint(results);
  if (hint !== null) stderr.write(`${hint}\n`);
}
