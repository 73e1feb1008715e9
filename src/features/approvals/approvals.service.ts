import { type Database, type SqlValue } from '../../platform/database/database.js';
import { unknownId } from '../../base/kernel/errors.js';
import { isUuid } from '../../base/kernel/ids.js';
import { type Approval, approvalOf, type ApprovalRow, type ApprovalStatus } from './approval.js';

export interface ApprovalFilter {
  status?: ApprovalStatus | undefined;
  taskId?: string | undefined;
  /** Only those older than this id. */
  before?: string | undefined;
  /** Without what can be large: proposal, form and payload, which are null then. */
  basic?: boolean;
  limit: number;
}

/** Approvals, for reading. */
export class Approvals {
  private readonly select: string;
  private readonly selectBasic: string;
  private readonly isOver: string;

  constructor(private readonly database: Database) {
    this.isOver = `(a.status = 'pending' AND a.expires_at <= ${database.now})`;
    this.select = `SELECT a.id, a.project_id, a.task_id, a.attempt, a.prompt, a.proposal, a.form, a.hash,
        CASE WHEN ${this.isOver} THEN 'expired' ELSE a.status END AS status, a.automatic, a.comment,
        a.payload, a.decided_by, a.decided_via, a.created_at, a.expires_at, a.decided_at,
        t.name AS task_name, t.task_type, t.task_type_version
      FROM approvals a JOIN tasks t ON t.id = a.task_id`;
    this.selectBasic = this.select
      .replace('a.proposal, a.form,', 'NULL AS proposal, NULL AS form,')
      .replace('a.payload,', 'NULL AS payload,');
  }

  /** Newest first. */
  async list(projectId: string, filter: ApprovalFilter): Promise<Approval[]> {
    // SQLite would go by an index in the order of the list, through all approvals of the project, but for the signs.
    const sign = this.database.kind === 'sqlite' ? '+' : '';
    const where = [`${filter.taskId === undefined ? '' : sign}a.project_id = ?`];
    const values: SqlValue[] = [projectId];
    // The first condition is what the index has.
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
    if (filter.before !== undefined) {
      where.push('a.id < ?');
      values.push(filter.before.toLowerCase());
    }
    const rows = await this.database.query<ApprovalRow>(
      `${filter.basic ? this.selectBasic : this.select} WHERE ${where.join(' AND ')} ORDER BY ${filter.status === 'expired' ? sign : ''}a.id DESC LIMIT ?`,
      [...values, filter.limit],
    );
    return rows.map(approvalOf);
  }

  async get(projectId: string, id: string): Promise<Approval> {
    const found = isUuid(id) ? await this.find(projectId, id) : null;
    if (found === null) throw unknownId('approval', id, 'approvals');
    return found;
  }

  /** Null where a step has asked for none. */
  async find(projectId: string, id: string): Promise<Approval | null> {
    const [row] = await this.database.query<ApprovalRow>(
      `${this.select} WHERE a.id = ? AND a.project_id = ?`,
      [id.toLowerCase(), projectId],
    );
    return row ? approvalOf(row) : null;
  }
}
