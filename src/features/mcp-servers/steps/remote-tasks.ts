import type { Database, Transaction } from '../../../platform/database/database.js';
import { LeasedQueue } from '../../../platform/database/leased-queue.js';
import type { PlacedTask } from './mcp-port.js';
import type { McpRemoteTaskEntity } from './mcp-remote-task.entity.js';

/** A lease covers a whole conversation. */
const LEASE_MS = 60_000;
/** The pause between two looks at a task, ms: at first, where its server names none, and at most. */
const FIRST_POLL_MS = 500;
const UNSAID_POLL_MS = 2_000;
const MAX_POLL_MS = 60_000;

/** The step that waits for a task of a server. */
export interface WaitingStep {
  projectId: string;
  taskId: string;
  stepId: string;
}

/** The tasks of MCP servers that steps wait for. */
export class RemoteTasks {
  private readonly queue: LeasedQueue<McpRemoteTaskEntity>;

  constructor(private readonly database: Database) {
    this.queue = new LeasedQueue(database, {
      name: 'mcp_remote_tasks',
      keys: ['step_id'],
      due: 'next_at',
      queued: 'TRUE',
      leaseMs: LEASE_MS,
    });
  }

  async add(
    transaction: Transaction,
    { projectId, taskId, stepId }: WaitingStep,
    { id, pollMs, serverId }: PlacedTask,
  ): Promise<void> {
    const { now } = this.database;
    const ms = pauseOf(pollMs);
    await transaction.query(
      `INSERT INTO mcp_remote_tasks (step_id, project_id, task_id, server_id, remote_id, poll_ms, next_at, attempts, failures, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ${now} + ?, 0, 0, ${now})`,
      [stepId, projectId, taskId, serverId, id, ms, ms],
    );
  }

  async claim(limit: number): Promise<McpRemoteTaskEntity[]> {
    // Mostly there is none, and to find that takes no write.
    const due = await this.database.query(
      `SELECT step_id FROM mcp_remote_tasks WHERE next_at <= ${this.database.now} LIMIT 1`,
    );
    if (due.length === 0) return [];
    return this.queue.claim({ where: 'TRUE', values: [], order: 'next_at', limit });
  }

  /** Returns whether a step still waits for it. */
  async isWaitedFor({ project_id, task_id, step_id }: McpRemoteTaskEntity): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT id FROM task_steps WHERE id = ? AND task_id = ? AND project_id = ? AND status = 'waiting'`,
      [step_id, task_id, project_id],
    );
    return rows.length > 0;
  }

  /** Has it asked for again after its pause, which grows with its age. */
  async later(row: McpRemoteTaskEntity, pollMs: number | null): Promise<void> {
    const age = Date.now() - row.created_at;
    const ms = Math.max(pauseOf(pollMs), Math.min(age / 20, MAX_POLL_MS / 2));
    await this.again(row, Math.round(ms), 0);
  }

  /** Has it asked for again after a failure. */
  async failed(row: McpRemoteTaskEntity): Promise<void> {
    const failures = row.failures + 1;
    await this.again(row, Math.min(MAX_POLL_MS, FIRST_POLL_MS * 2 ** failures), failures);
  }

  /** Releases it as it is, for another server. */
  release(row: McpRemoteTaskEntity): Promise<void> {
    return this.queue.release(row, 0, false);
  }

  /** Returns whether it was there. */
  async remove(
    transaction: Pick<Transaction, 'query'>,
    row: McpRemoteTaskEntity,
  ): Promise<boolean> {
    const { sql, values } = this.queue.held(row);
    const rows = await transaction.query(
      `DELETE FROM mcp_remote_tasks WHERE ${sql} RETURNING step_id`,
      values,
    );
    return rows.length > 0;
  }

  private async again(row: McpRemoteTaskEntity, ms: number, failures: number): Promise<void> {
    const { sql, values } = this.queue.held(row);
    await this.database.execute(
      `UPDATE mcp_remote_tasks SET next_at = ${this.database.now} + ?, poll_ms = ?, failures = ? WHERE ${sql} RETURNING step_id`,
      [ms, ms, failures, ...values],
    );
  }
}

function pauseOf(pollMs: number | null): number {
  return Math.round(Math.min(MAX_POLL_MS, Math.max(FIRST_POLL_MS, pollMs ?? UNSAID_POLL_MS)));
}
