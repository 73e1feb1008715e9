import { Injectable } from '@nestjs/common';
import { Database, type SqlValue } from '../../platform/database/database.js';
import { unknownId } from '../../base/kernel/errors.js';
import { isUuid } from '../../base/kernel/ids.js';
import {
  type Approval,
  type ApprovalDetail,
  toApprovalDetail,
  toApproval,
  type ApprovalRow,
  type ApprovalStatus,
} from './approval.js';

export interface ApprovalFilter {
  status?: ApprovalStatus | undefined;
  taskId?: string | undefined;
  /** Identifier of the meta-task. */
  metaTask?: string | undefined;
  /** Time in ms. */
  expiresBefore?: number | undefined;
  /** Id of an approval: only older ones are returned. */
  before?: string | undefined;
  /** Leaves out what can be large: proposal, form and payload are null then. */
  basic?: boolean;
  limit: number;
}

/** Maximum number of pending approvals that are counted. */
export const MAX_PENDING_COUNTED = 1_000;

@Injectable()
export class Approvals {
  private readonly select: string;
  private readonly selectBasic: string;
  /** SELECT with the params of the task, which can be large. */
  private readonly detail: string;
  private readonly isOver: string;

  constructor(private readonly database: Database) {
    this.isOver = `(a.status = 'pending' AND a.expires_at <= ${database.now})`;
    const columns = ` a.id, a.project_id, a.task_id, a.attempt, a.prompt, a.proposal, a.form, a.hash,
        CASE WHEN ${this.isOver} THEN 'expired' ELSE a.status END AS status, a.automatic, a.comment,
        a.payload, a.decided_by, a.decided_via, a.created_at, a.expires_at, a.decided_at,
        t.name AS task_name, t.task_type, t.task_type_version, t.current_phase AS phase
`;
    const from = 'FROM approvals a JOIN tasks t ON t.id = a.task_id';
    this.select = `SELECT ${columns} ${from}`;
    this.detail = `SELECT ${columns}, t.params ${from}`;
    this.selectBasic = this.select
      .replace('a.proposal, a.form,', 'NULL AS proposal, NULL AS form,')
      .replace('a.payload,', 'NULL AS payload,');
  }

  /** Returns the approvals that match, newest first. */
  async list(projectId: string, filter: ApprovalFilter): Promise<Approval[]> {
    // The unary plus keeps SQLite from walking an index in list order through all approvals of the project.
    const sign = this.database.kind === 'sqlite' ? '+' : '';
    const where = [`${filter.taskId === undefined ? '' : sign}a.project_id = ?`];
    const values: SqlValue[] = [projectId];
    // The first condition matches the index.
    if (filter.status === 'expired')
      where.push(`a.status IN ('expired', 'pending') AND (a.status = 'expired' OR ${this.isOver})`);
    else if (filter.status !== undefined) {
      where.push(`a.status = '${filter.status}'`);
      if (filter.status === 'pending')
        where.push(`(a.expires_at IS NULL OR a.expires_at > ${this.database.now})`);
    }
    if (filter.taskId !== undefined) {
      where.push('a.task_id = ?');
      values.push(filter.taskId.toLowerCase());
    }
    if (filter.metaTask !== undefined) {
      where.push('t.task_type = ?');
      values.push(filter.metaTask);
    }
    if (filter.expiresBefore !== undefined) {
      where.push('a.expires_at < ?');
      values.push(filter.expiresBefore);
    }
    if (filter.before !== undefined) {
      where.push('a.id < ?');
      values.push(filter.before.toLowerCase());
    }
    const rows = await this.database.query<ApprovalRow>(
      `${filter.basic ? this.selectBasic : this.select} WHERE ${where.join(' AND ')} ORDER BY ${filter.status === 'expired' ? sign : ''}a.id DESC LIMIT ?`,
      [...values, filter.limit],
    );
    return rows.map(toApproval);
  }

  /**
   * Returns the number of pending approvals, at most {@link MAX_PENDING_COUNTED}, and the earliest expiry among them
   * (ms; null if none expires).
   */
  async countPending(projectId: string): Promise<{ pending: number; nextExpiry: number | null }> {
    const [row] = await this.database.query<{ pending: number; next: number | null }>(
      `SELECT COUNT(*) AS pending, MIN(expires_at) AS next FROM (
         SELECT expires_at FROM approvals WHERE project_id = ? AND status = 'pending'
           AND (expires_at IS NULL OR expires_at > ${this.database.now})
         LIMIT ${MAX_PENDING_COUNTED}) AS asked`,
      [projectId],
    );
    const next = row?.next ?? null;
    return { pending: Number(row?.pending ?? 0), nextExpiry: next === null ? null : Number(next) };
  }

  async get(projectId: string, id: string): Promise<ApprovalDetail> {
    const found = isUuid(id) ? await this.find(projectId, id) : null;
    if (found === null) throw unknownId('approval', id, 'approvals');
    return found;
  }

  /** Returns null if the step has no approval. */
  async find(projectId: string, id: string): Promise<ApprovalDetail | null> {
    const [row] = await this.database.query<ApprovalRow>(
      `${this.detail} WHERE a.id = ? AND a.project_id = ?`,
      [id.toLowerCase(), projectId],
    );
    return row ? toApprovalDetail(row) : null;
  }
}
