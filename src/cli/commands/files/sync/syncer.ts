import { ApiError, checkAnswer, type FileEntry } from '@metarun/client';
import { access, constants } from 'node:fs/promises';
import { posix } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  lateRefusal,
  pathRefusal,
  findRefusal,
  type Remote,
  uploadFile,
} from '../../../toolkit/upload-file.js';
import { whatIsAt } from '../remote-place.js';
import { etagOfFile } from './content-hash.js';
import { convertingBelow } from '../conversions.js';
import { each } from '../each.js';
import { type LocalFile, type LocalTree, readFileStatus, unreadable } from './local-tree.js';
import { type Result, result, buildResult } from './outcome.js';
import { RepeatedRequests } from './repeated-requests.js';
import { takenBy, takenReason } from '../places.js';
import { planSync, type Wave } from './planner.js';
import { readRemoteTree, type RemoteFile, type RemoteTree } from './remote-tree.js';
import type { SyncState } from './sync-view.js';

const FILES = '/external/v1/projects/{project_id}/files';
/**
 * Time that an upload waits for its conversion. Slower documents are converted during the next uploads, with progress
 * shown.
 */
const WAIT_SECONDS = 1;
/** Polling interval for conversions, in ms. */
const LOOK_MS = 1_000;
/** Minimum age of a file's last change, in ms, for its hash to be cached by its stamp. */
const SETTLED_MS = 2_000;
/** Maximum number of uploads of a file that changes while it is sent. */
const TRIES = 3;

export interface SyncOptions {
  /** Absolute path of the directory on the server. */
  directory: string;
  /** Name of the sync. Only files that it has uploaded are deleted. */
  name: string;
  /** False keeps files on the server that were deleted from the folder. */
  deletes: boolean;
  /** True only reports what would be done. */
  dryRun: boolean;
  /** False ends the sync while documents are still being converted. */
  waits: boolean;
  patienceMs: number;
  signal: AbortSignal;
  onWait: (why: string) => void;
}

/** Brings a directory on the server to the state of a folder, any number of times. Its caches only save work. */
export class Syncer {
  /** ETags of files by path, valid for one stamp. */
  private readonly hashes = new Map<string, { stamp: string; etag: string }>();
  /** Contents that the server has rejected, with the reason, by path. */
  private readonly refused = new Map<string, { etag: string; reason: string }>();
  private readonly requests: RepeatedRequests;

  constructor(
    private readonly remote: Remote,
    private readonly options: SyncOptions,
    private readonly state: SyncState,
  ) {
    const { patienceMs, signal, onWait } = options;
    this.requests = new RepeatedRequests(patienceMs, signal, onWait);
  }

  async readRemote(): Promise<RemoteTree> {
    this.state.step = 'asking the server what it has';
    const { directory } = this.options;
    return this.requests.run(async () => {
      const found = await whatIsAt(this.remote, directory);
      return readRemoteTree(this.remote, directory, found === 'directory');
    });
  }

  /** Syncs once. Returns the outcome of each file, sorted by path. */
  async run(local: LocalTree, there: RemoteTree): Promise<Result[]> {
    const { name, deletes, dryRun, waits } = this.options;
    const plan = planSync(local, there, name);
    const results = plan.left.map(({ path, reason, unread = false }) =>
      result(path, 'skipped', { reason, failed: unread }),
    );
    const { clear, remove } = deletes ? plan : { clear: [], remove: [] };
    const brought = plan.waves.reduce((sum, one) => sum + one.send.length + one.compare.length, 0);
    const files = brought + clear.length + remove.length;
    Object.assign(this.state, { files, done: 0, bytes: 0 });
    const places = new Map<string, string>();
    const done = (one: Result): void => {
      results.push(one);
      if (one.remote !== null && one.outcome !== 'deleted') places.set(one.path, one.remote);
      this.state.done += 1;
    };
    await this.removeAll(clear, there, local, done);
    for (const wave of plan.waves) await this.bring(wave, places, done);
    await this.removeAll(remove, there, local, done);
    if (!dryRun && waits) await this.settle(results);
    return results.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  /**
   * Uploads new and changed files unless their path is occupied. `places` maps uploaded files to their paths on the
   * server.
   */
  private async bring(
    { send, compare }: Wave,
    places: ReadonlyMap<string, string>,
    done: (one: Result) => void,
  ): Promise<void> {
    const isFree = ({ path }: LocalFile): boolean => {
      const document = takenBy(path, (one) => places.get(one));
      if (document !== null) done(result(path, 'skipped', { reason: takenReason(document) }));
      return document === null;
    };
    const free = send.filter(isFree);
    this.state.step = 'comparing';
    const changed = await this.compareAll(
      compare.filter(({ local }) => isFree(local)),
      done,
    );
    this.state.step = 'sending';
    const looking = this.lookOut();
    try {
      await each([...free, ...changed], async (file) => done(await this.send(file)));
    } finally {
      looking.abort();
    }
  }

  private async removeAll(
    files: readonly RemoteFile[],
    there: RemoteTree,
    local: LocalTree,
    done: (one: Result) => void,
  ): Promise<void> {
    if (files.length === 0) return;
    this.state.step = 'deleting';
    await each(files, async (file) => {
      const removed = await this.remove(file, there);
      // A file rejected after its upload is already reported as rejected, so its removal is not reported.
      if (lateRefusal(file) === null) done(removed);
      else this.state.done += 1;
    });
    if (!this.options.dryRun) await this.removeEmptied(files, there, local);
  }

  /** Returns the files whose content differs. */
  private async compareAll(
    pairs: readonly { local: LocalFile; remote: RemoteFile }[],
    done: (one: Result) => void,
  ): Promise<LocalFile[]> {
    const changed: LocalFile[] = [];
    await each(pairs, async ({ local, remote }) => {
      const etag = await this.computeEtag(local).catch((error: unknown) => {
        this.options.signal.throwIfAborted();
        done(unreadResult(local, error));
        return null;
      });
      if (etag === remote.etag) done(buildResult(local.path, remote, false));
      else if (etag !== null) changed.push(local);
    });
    return changed;
  }

  private async send(file: LocalFile): Promise<Result> {
    const { dryRun, directory, signal } = this.options;
    const remote = posix.join(directory, file.path);
    const wrong = pathRefusal(remote);
    if (wrong !== null) return result(file.path, 'refused', { reason: wrong.reason });
    if (dryRun) return result(file.path, 'uploaded', { remote });
    try {
      const known = this.refused.get(file.path);
      if (known !== undefined && known.etag === (await this.computeEtag(file)))
        return result(file.path, 'refused', { reason: known.reason });
      return buildResult(file.path, await this.requests.run(() => this.sendWhole(file)), true);
    } catch (error) {
      signal.throwIfAborted();
      const refusal = findRefusal(error, remote);
      if (refusal !== null) return this.refusedResult(file, refusal.reason);
      if (isOfSystem(error)) return unreadResult(file, error);
      throw error;
    }
  }

  /** Sends a file, and sends it again if it changed meanwhile. */
  private async sendWhole(file: LocalFile): Promise<FileEntry> {
    for (let tries = 1; ; tries += 1) {
      const before = await readFileStatus(file.file);
      // A read error during the request would look like a connection error.
      await access(file.file, constants.R_OK);
      const entry = await uploadFile(
        this.remote,
        file.file,
        posix.join(this.options.directory, file.path),
        (count) => (this.state.bytes += count),
        { synced_as: this.options.name, wait_seconds: String(WAIT_SECONDS) },
        this.options.signal,
      );
      const after = await readFileStatus(file.file).catch(() => before);
      if (after.stamp === before.stamp || tries === TRIES) return entry;
    }
  }

  private async refusedResult(file: LocalFile, reason: string): Promise<Result> {
    const etag = await this.computeEtag(file).catch(() => '');
    this.refused.set(file.path, { etag, reason });
    return result(file.path, 'refused', { reason });
  }

  /** Deletes a file and its extracted media files, unless it was changed on the server in the meantime. */
  private async remove(file: RemoteFile, there: RemoteTree): Promise<Result> {
    if (this.options.dryRun) return result(file.source, 'deleted', { remote: file.path });
    const media = there.media.get(file.source) ?? [];
    try {
      for (const { path, etag } of [{ path: file.path, etag: file.ownEtag }, ...media])
        await this.requests.run(() => this.removeOne(path, etag));
      return result(file.source, 'deleted', { remote: file.path });
    } catch (error) {
      if (findRefusal(error, file.path) === null) throw error;
      const reason = 'it was changed on the server meanwhile';
      return result(file.source, 'skipped', { remote: file.path, reason });
    }
  }

  private async removeOne(path: string, etag: string): Promise<void> {
    const { client, ws } = this.remote;
    const params = { path: { project_id: client.project }, query: { ...ws, path } };
    const headers = etag === '' ? {} : { 'If-Match': etag };
    try {
      checkAnswer(await client.api.DELETE(FILES, { params, headers }));
    } catch (error) {
      // Already deleted, perhaps by a request whose response was lost.
      if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    }
  }

  /** Deletes directories that are now empty and no longer exist in the folder, deepest first. */
  private async removeEmptied(
    removed: readonly RemoteFile[],
    there: RemoteTree,
    local: LocalTree,
  ): Promise<void> {
    const { client, ws } = this.remote;
    const { directory } = this.options;
    const emptied = new Set<string>();
    for (const { path, source } of removed) {
      for (const { path: inside } of there.media.get(source) ?? [])
        emptied.add(posix.dirname(inside));
      for (let above = posix.dirname(path); above.length > directory.length;) {
        emptied.add(above);
        above = posix.dirname(above);
      }
    }
    for (const path of [...emptied].toSorted((a, b) => b.length - a.length)) {
      if (local.folders.has(posix.relative(directory, path))) continue;
      const left = await this.requests
        .run(() => client.files.list({ ...ws, path, limit: 1 }))
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.status < 500) return null;
          throw error;
        });
      if (left?.items.length === 0) await this.requests.run(() => this.removeOne(path, ''));
    }
  }

  /** Waits until all documents are converted, and updates their results. */
  private async settle(results: Result[]): Promise<void> {
    const { signal } = this.options;
    const open = results.filter(({ outcome }) => outcome === 'converting');
    if (open.length === 0) return;
    const paths = new Set(open.map(({ remote }) => remote));
    this.state.step = '';
    for (;;) {
      await this.poll();
      this.state.waiting = this.state.converting.filter(({ path }) => paths.has(path)).length;
      if (this.state.waiting === 0) break;
      await delay(LOOK_MS, undefined, { signal });
    }
    const { files } = await this.readRemote();
    for (const [index, { path, outcome }] of results.entries()) {
      const entry = files.get(path);
      if (outcome === 'converting' && entry !== undefined)
        results[index] = buildResult(path, entry, true);
    }
  }

  /**
   * Polls conversions every second until aborted. Errors are ignored, since the requests that run in parallel report
   * them.
   */
  private lookOut(): AbortController {
    const stop = new AbortController();
    const loop = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        await this.poll().catch(() => undefined);
        await delay(LOOK_MS, undefined, { signal: stop.signal }).catch(() => undefined);
      }
    };
    if (!this.options.dryRun) void loop();
    return stop;
  }

  private async poll(): Promise<void> {
    const found = await this.requests.run(() =>
      convertingBelow(this.remote, this.options.directory),
    );
    Object.assign(this.state, { converting: found, waiting: found.length });
  }

  private async computeEtag({ path, file, stamp, changedAt }: LocalFile): Promise<string> {
    const known = this.hashes.get(path);
    if (known?.stamp === stamp) return known.etag;
    const isSettled = Date.now() - changedAt > SETTLED_MS;
    const etag = await etagOfFile(file, this.options.signal);
    // A file may change twice within the resolution of a file system's timestamps.
    if (isSettled) this.hashes.set(path, { stamp, etag });
    return etag;
  }
}

function unreadResult({ path }: LocalFile, error: unknown): Result {
  if (isOfSystem(error) && error.code === 'ENOENT')
    return result(path, 'skipped', { reason: 'it has gone meanwhile' });
  return result(path, 'skipped', { reason: unreadable(error), failed: true });
}

function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
