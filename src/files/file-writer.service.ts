import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/settings.js';
import { Database } from '../database/database.js';
import { EventBus } from '../events/event-bus.js';
import { invalidField, MetarunError, notFound } from '../kernel/errors.js';
import { LOGGER } from '../logging/logging.module.js';
import { BlobStore, type StoredBlob } from '../storage/blob-store.js';
import { type Conditions, etagOf, ifMatchHolds, ifNoneMatchHolds } from './etag.js';
import { type FileEntry, toEntry } from './file-entry.js';
import { isInside, ROOT } from './file-path.js';
import { FileTree } from './file-tree.js';
import type { Workspace } from './workspace.js';
import { WorkspaceLocks } from './workspace-locks.js';

export interface WrittenFile {
  entry: FileEntry;
  /** False where it replaced a file. */
  created: boolean;
}

/** Blobs removed at the same time after a directory was deleted. */
const REMOVALS_AT_ONCE = 32;

/**
 * Changes workspaces. Paths are normalised. Each change is one transaction that has its workspace to itself:
 * concurrent writers follow one another and the last one wins whole. Blobs come before the row that names
 * them and go after it, so that no row ever lacks its content.
 */
@Injectable()
export class FileWriterService {
  private readonly locks = new WorkspaceLocks();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(Database) private readonly database: Database,
    @Inject(BlobStore) private readonly blobs: BlobStore,
    @Inject(EventBus) private readonly bus: EventBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Writes a whole file, with the directories above it. Errors as in {@link store}. */
  async write(
    workspace: Workspace,
    path: string,
    content: Buffer,
    conditions: Conditions = {},
  ): Promise<WrittenFile> {
    const blob = await this.blobs.put(content, { maxBytes: this.config.maxUploadBytes });
    return this.store(workspace, path, blob, conditions);
  }

  /**
   * Makes a blob the content of a file, or removes the blob. Throws `conflict` where a directory is in the
   * way or a file is above, `precondition_failed`, `quota_exceeded`.
   */
  async store(
    workspace: Workspace,
    path: string,
    blob: StoredBlob,
    conditions: Conditions = {},
  ): Promise<WrittenFile> {
    const content = { id: blob.id, size: blob.size, etag: etagOf(blob.sha256) };
    try {
      const { row, replaced } = await this.change(workspace, async (tree, quota) => {
        const present = await tree.find(path);
        if (path === ROOT || present?.type === 'directory')
          throw new MetarunError(
            'conflict',
            `"${path}" is a directory; a file cannot take its place.`,
          );
        assertConditions(conditions, present?.etag ?? null);
        if (quota !== null) await assertRoom(tree, quota, blob.size - (present?.size ?? 0));
        if (present)
          return { row: await tree.replaceFile(present, content), replaced: present.blob_id };
        await tree.makeParents(path);
        return { row: await tree.insertFile(path, content), replaced: null };
      });
      if (replaced !== null) await this.discard([replaced]);
      return { entry: toEntry(row), created: replaced === null };
    } catch (error) {
      // After any other error the row may have been committed: the sweep finds out.
      if (error instanceof MetarunError) await this.discard([blob.id]);
      throw error;
    }
  }

  /** Removes a file, or a directory with all that is in it. */
  async remove(workspace: Workspace, path: string, conditions: Conditions = {}): Promise<void> {
    if (path === ROOT)
      throw new MetarunError('invalid_path', "The root of a workspace can't be deleted.", {
        errors: [{ pointer: '?path', message: "the root of a workspace can't be deleted" }],
      });
    const blobs = await this.change(workspace, async (tree) => {
      const present = await tree.find(path);
      if (!present) throw notFound('file or directory');
      assertConditions(conditions, present.etag);
      return tree.remove(path);
    });
    await this.discard(blobs);
  }

  /** Moves a file, or a directory with all that is in it, to a path where nothing is. */
  async move(workspace: Workspace, from: string, to: string): Promise<FileEntry> {
    if (from === ROOT) throw invalidField('/from', "the root of a workspace can't be moved");
    if (isInside(to, from)) throw invalidField('/to', 'a directory cannot be moved into itself');
    return this.change(workspace, async (tree) => {
      const present = await tree.find(from);
      if (!present) throw notFound('file or directory');
      if (to === ROOT || (await tree.find(to)))
        throw new MetarunError(
          'conflict',
          `"${to}" exists already; delete it first or choose another path.`,
        );
      await tree.makeParents(to);
      return toEntry(await tree.move(present, to));
    });
  }

  private async change<T>(
    workspace: Workspace,
    work: (tree: FileTree, quotaBytes: number | null) => Promise<T>,
  ): Promise<T> {
    const changed = await this.locks.run(workspace.id, () =>
      this.database.write(async (transaction) => {
        // Servers that share a PostgreSQL database keep out of each other's way by this row.
        const [row] = await transaction.query<{ quota_bytes: number | null }>(
          `SELECT quota_bytes FROM workspaces WHERE id = ? AND project_id = ?
            ${this.database.kind === 'postgres' ? 'FOR UPDATE' : ''}`,
          [workspace.id, workspace.projectId],
        );
        if (!row) throw notFound('workspace');
        return work(
          new FileTree(this.database, transaction, workspace, Date.now()),
          row.quota_bytes,
        );
      }),
    );
    this.bus.publish('files', { workspaceId: workspace.id });
    return changed;
  }

  private async discard(ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += REMOVALS_AT_ONCE) {
      const removals = ids.slice(from, from + REMOVALS_AT_ONCE).map((id) => this.blobs.remove(id));
      for (const removal of await Promise.allSettled(removals))
        if (removal.status === 'rejected')
          this.logger.warn({ err: removal.reason }, 'a blob is left for the sweep');
    }
  }
}

function assertConditions(conditions: Conditions, etag: string | null): void {
  if (!ifMatchHolds(conditions, etag))
    throw new MetarunError(
      'precondition_failed',
      'The file is not the one that If-Match names: read it again.',
    );
  if (!ifNoneMatchHolds(conditions, etag))
    throw new MetarunError('precondition_failed', 'There is a file that If-None-Match rules out.');
}

async function assertRoom(tree: FileTree, quotaBytes: number, growth: number): Promise<void> {
  const used = await tree.usedBytes();
  if (growth > 0 && used + growth > quotaBytes)
    throw new MetarunError(
      'quota_exceeded',
      `The workspace holds ${used} of ${quotaBytes} bytes; this would add ${growth}. Delete something first.`,
    );
}
