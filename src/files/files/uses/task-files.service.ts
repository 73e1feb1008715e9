import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../../base/tokens.js';
import type { Logger } from 'pino';
import { Database, type SqlValue, type Transaction } from '../../../platform/database/database.js';
import { newId } from '../../../base/kernel/ids.js';
import type { RunKey } from '../../../workflow/engine/runs/run-key.js';
import type { TaskFileEntity } from './task-file.entity.js';

export const FILE_USES = ['read', 'written', 'deleted'] as const;
export type FileUseKind = (typeof FILE_USES)[number];

/** A use of a file by a run. */
export interface FileUse {
  workspaceId: string;
  path: string;
  how: FileUseKind;
  versionId: string | null;
}

/** A file that a task has used, as clients see it. */
export interface TaskFile extends FileUse {
  id: string;
  /** Time of the last use, in ms since the epoch. */
  usedAt: number;
}

type Noted = FileUse & Pick<RunKey, 'projectId' | 'taskId'>;

/** Maximum number of recorded uses per run. */
const MAX_USES = 2_000;
/** Time for which reads are collected, in ms. */
const COLLECTED_MS = 100;
const ROWS_PER_INSERT = 100;

/** The files that tasks have used. */
@Injectable()
export class TaskFiles {
  private readonly counts = new WeakMap<RunKey, Map<string, string | null>>();
  private reads: Noted[] = [];
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Notes that a run has read a file, which is written with others a little later. */
  read(run: RunKey, use: Omit<FileUse, 'how'>): void {
    if (!this.admits(run, { ...use, how: 'read' })) return;
    const { projectId, taskId } = run;
    this.reads.push({ ...use, how: 'read', projectId, taskId });
    this.timer ??= setTimeout(() => void this.flush(), COLLECTED_MS).unref();
  }

  /** Records the changes of a run within their transaction. */
  async changes(transaction: Transaction, run: RunKey, uses: readonly FileUse[]): Promise<void> {
    const { projectId, taskId } = run;
    const admitted = uses.filter((use) => this.admits(run, use));
    await insert(
      transaction,
      admitted.map((use) => ({ ...use, projectId, taskId })),
    );
  }

  /** Returns the files of a task after `after`, in the order of their first use. */
  async list(
    projectId: string,
    taskId: string,
    { after, limit }: { after: string | undefined; limit: number },
  ): Promise<TaskFile[]> {
    await this.flush();
    const rows = await this.database.query<TaskFileEntity>(
      `SELECT * FROM task_files WHERE task_id = ? AND project_id = ? AND id > ? ORDER BY id LIMIT ?`,
      [taskId, projectId, after ?? '', limit],
    );
    return rows.map((row) => ({
      id: row.id,
      workspaceId: row.workspace_id,
      path: row.path,
      how: FILE_USES.find((how) => how === row.how) ?? 'read',
      versionId: row.version_id,
      usedAt: row.used_at,
    }));
  }

  /** Writes the collected reads. Never rejects: only notes are lost. */
  private flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const reads = this.reads;
    this.reads = [];
    if (reads.length > 0)
      this.writing = this.writing
        .then(() => this.database.write((transaction) => insert(transaction, reads)))
        .catch((error: unknown) =>
          this.logger.warn({ err: error }, 'reads of files by tasks are not recorded'),
        );
    return this.writing;
  }

  /** Returns whether a use is new in this run and within the maximum. */
  private admits(run: RunKey, { workspaceId, path, how, versionId }: FileUse): boolean {
    const known = this.counts.get(run) ?? new Map<string, string | null>();
    this.counts.set(run, known);
    const key = `${workspaceId} ${how} ${path}`;
    const isSame = how === 'read' && known.get(key) === versionId;
    if (isSame || (!known.has(key) && known.size >= MAX_USES)) return false;
    known.set(key, versionId);
    return true;
  }
}

async function insert(transaction: Transaction, uses: readonly Noted[]): Promise<void> {
  // A statement must not name a row twice.
  const last = new Map(
    uses.map((use) => [`${use.taskId} ${use.workspaceId} ${use.how} ${use.path}`, use]),
  );
  const all = [...last.values()];
  for (let from = 0; from < all.length; from += ROWS_PER_INSERT) {
    const some = all.slice(from, from + ROWS_PER_INSERT);
    await transaction.query(
      `INSERT INTO task_files (id, project_id, task_id, workspace_id, path, how, version_id, used_at)
       VALUES ${some.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}
       ON CONFLICT (task_id, workspace_id, path, how) DO UPDATE SET version_id = excluded.version_id,
         used_at = excluded.used_at`,
      some.flatMap((use): SqlValue[] => [
        newId(),
        use.projectId,
        use.taskId,
        use.workspaceId,
        use.path,
        use.how,
        use.versionId,
        Date.now(),
      ]),
    );
  }
}
