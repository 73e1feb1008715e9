import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../../base/tokens.js';
import type { Logger } from 'pino';
import { Database, type Transaction } from '../../../platform/database/database.js';
import type { Actor } from '../../../workflow/engine/state/actor.js';
import { currentActor } from '../../../access/audit/former-values.js';
import { assertHeld } from '../../../workflow/engine/operations/held.js';
import type { RunKey } from '../../../workflow/engine/runs/run-key.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import { unknownId } from '../../../base/kernel/errors.js';
import { Quotas } from '../../../access/projects/quotas.service.js';
import { BlobStore } from '../../../platform/storage/blob-store.js';
import { NewBlobs } from '../blobs/new-blobs.js';
import { removalsAreHeld } from '../blobs/removal-hold.js';
import { FileTree } from '../tree/file-tree.js';
import { filesChanged } from '../messages.js';
import type { WorkspaceRef } from './workspace.js';
import { Mutex } from '../../../base/kernel/mutex.js';

/**
 * Serialises the writers of each workspace. PostgreSQL's row lock alone would be correct as well, but each waiting
 * writer would hold a connection of the pool, which the engine needs for its leases.
 */
class WorkspaceLocks {
  private readonly locks = new Map<string, { mutex: Mutex; users: number }>();

  async run<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const lock = this.locks.get(workspaceId) ?? { mutex: new Mutex(), users: 0 };
    this.locks.set(workspaceId, lock);
    lock.users += 1;
    try {
      return await lock.mutex.run(work);
    } finally {
      lock.users -= 1;
      if (lock.users === 0) this.locks.delete(workspaceId);
    }
  }
}

/** The result of a change: its value, and the blobs that no row names any more. */
export interface Changed<T> {
  value: T;
  unnamed: readonly string[];
}

/** Number of blobs removed at the same time. */
const REMOVALS_AT_ONCE = 32;

/**
 * Changes the files of a workspace; nothing else does. Each change is one transaction that locks its workspace. Blobs
 * are stored before the row that names them and removed after it, so that no row ever lacks its content.
 */
@Injectable()
export class WorkspaceChanges {
  private readonly locks = new WorkspaceLocks();

  constructor(
    private readonly database: Database,
    private readonly blobs: BlobStore,
    private readonly bus: EventBus,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly quotas: Quotas,
  ) {}

  /**
   * Throws a 404 if the workspace does not exist, `project_quota_exceeded`, and `conflict` if `run`, which makes the
   * change, has lost its task. `quotaBytes` null = no limit.
   */
  async run<T>(
    workspace: WorkspaceRef,
    work: (
      tree: FileTree,
      quotaBytes: number | null,
      transaction: Transaction,
    ) => Promise<Changed<T>>,
    run?: RunKey,
  ): Promise<T> {
    const { value, unnamed } = await this.locks.run(workspace.id, () =>
      this.database.write(async (transaction) => {
        // Servers that share a PostgreSQL database lock this row.
        const [row] = await transaction.query<{ quota_bytes: number | null }>(
          `SELECT quota_bytes FROM workspaces WHERE id = ? AND project_id = ? AND deleted_at IS NULL
            ${this.database.kind === 'postgres' ? 'FOR UPDATE' : ''}`,
          [workspace.id, workspace.projectId],
        );
        if (!row) throw unknownId('workspace', workspace.id, 'workspaces');
        if (run) await assertHeld(this.database, transaction, run);
        const tree = new FileTree(
          this.database,
          transaction,
          workspace,
          Date.now(),
          resolveWriter(run),
        );
        const changed = await this.quotas.holdFiles(transaction, workspace.projectId, () =>
          work(tree, row.quota_bytes, transaction),
        );
        const released = await tree.history.unnamed(tree.released);
        return { value: changed.value, unnamed: [...changed.unnamed, ...released] };
      }),
    );
    this.bus.publish(filesChanged, { workspaceId: workspace.id });
    await this.discard(unnamed);
    return value;
  }

  /** Creates the owner of the blobs of files that are not written yet. */
  newBlobs(): NewBlobs {
    return new NewBlobs(this.blobs, (ids) => this.discard(ids));
  }

  /** Removes blobs that no row names. Those that cannot be removed now, as during a backup, are left to the sweep. */
  async discard(ids: readonly string[]): Promise<void> {
    // The change is committed: a missing answer of the database must not fail it.
    const held = ids.length === 0 || (await removalsAreHeld(this.database).catch(() => true));
    if (held) return;
    for (let from = 0; from < ids.length; from += REMOVALS_AT_ONCE) {
      const removals = ids.slice(from, from + REMOVALS_AT_ONCE).map((id) => this.blobs.remove(id));
      for (const removal of await Promise.allSettled(removals))
        if (removal.status === 'rejected')
          this.logger.warn({ err: removal.reason }, 'a blob is left for the sweep');
    }
  }
}

function resolveWriter(run: RunKey | undefined): Actor | null {
  return run === undefined ? currentActor() : { kind: 'task', id: run.taskId, name: null };
}
