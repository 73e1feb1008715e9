import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../../platform/database/database.js';
import { LeasedQueue } from '../../../platform/database/leased-queue.js';
import { isFinished, type TaskStatus } from '../../../workflow/engine/state/task-status.js';
import type { PlacedTask } from './mcp-port.js';
import type { McpRemoteTaskEntity } from './mcp-remote-task.entity.js';
import { type RemotePlace, RemoteSessions } from './remote-sessions.js';

/** A lease covers a whole conversation. */
const LEASE_MS = 60_000;
/** The pause between two looks at a task, ms: at first, where its server names none, and at most. */
const FIRST_POLL_MS = 500;
const UNSAID_POLL_MS = 2_000;
const MAX_POLL_MS = 60_000;

/** The pause between two looks whether a task is still needed, ms. */
const REST_MS = 10 * 60_000;

export type Need = 'step' | 'task' | 'none';

/** The step that waits for a task of a server. */
export interface WaitingStep {
  projectId: string;
  taskId: string;
  stepId: string;
}

/** The tasks of MCP servers that steps wait for. */
@Injectable()
export class RemoteTasks {
  private readonly queue: LeasedQueue<McpRemoteTaskEntity>;

  constructor(
    private readonly database: Database,
    private readonly sessions: RemoteSessions,
  ) {
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
    { id, pollMs, serverId, session }: PlacedTask,
  ): Promise<void> {
    const place = { projectId, taskId, serverId, remoteId: id };
    // Without one it goes on in that of its beginning, if that had any.
    if (session !== null) await this.sessions.add(transaction, place, session);
    await removeOf(transaction, place);
    const { now } = this.database;
    const ms = pauseOf(pollMs);
    await transaction.query(
      `INSERT INTO mcp_remote_tasks (step_id, project_id, task_id, server_id, remote_id, poll_ms, next_at, attempts, failures, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ${now} + ?, 0, 0, ${now})`,
      [stepId, projectId, taskId, serverId, id, ms, ms],
    );
  }

  claim(limit: number): Promise<McpRemoteTaskEntity[]> {
    return this.queue.claim({ order: 'next_at', limit });
  }

  /** Returns who needs it: a step that waits for it, the task alone that has begun it, or none any more. */
  async needOf({ project_id, task_id, step_id }: McpRemoteTaskEntity): Promise<Need> {
    const [row] = await this.database.query<{ task: TaskStatus; step: string | null }>(
      `SELECT task.status AS task, step.status AS step FROM tasks task
       LEFT JOIN task_steps step ON step.id = ? AND step.task_id = task.id AND step.project_id = task.project_id
       WHERE task.id = ? AND task.project_id = ?`,
      [step_id, task_id, project_id],
    );
    if (row === undefined || isFinished(row.task)) return 'none';
    return row.step === 'waiting' ? 'step' : 'task';
  }

  /** Returns the session in which it was begun; null where there is none. */
  sessionOf(place: RemotePlace): Promise<string | null> {
    return this.sessions.of(place);
  }

  /** Forgets a task that is over. */
  async over(place: RemotePlace): Promise<void> {
    await this.database.write(async (transaction) => {
      await removeOf(transaction, place);
      await this.sessions.remove(transaction, place);
    });
  }

  /** Lets it be while no step waits for it: the task that has begun it reads what it says, or answers it. */
  async rest(row: McpRemoteTaskEntity, within: Pick<Transaction, 'query'>): Promise<void> {
    const { sql, values } = this.queue.held(row);
    await within.query(
      `UPDATE mcp_remote_tasks SET next_at = ${this.database.now} + ? WHERE ${sql} RETURNING step_id`,
      [REST_MS, ...values],
    );
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

  private async again(row: McpRemoteTaskEntity, ms: number, failures: number): Promise<void> {
    const { sql, values } = this.queue.held(row);
    await this.database.execute(
      `UPDATE mcp_remote_tasks SET next_at = ${this.database.now} + ?, poll_ms = ?, failures = ? WHERE ${sql} RETURNING step_id`,
      [ms, ms, failures, ...values],
    );
  }
}

async function removeOf(
  transaction: Pick<Transaction, 'query'>,
  { projectId, taskId, serverId, remoteId }: RemotePlace,
): Promise<void> {
  await transaction.query(
    'DELETE FROM mcp_remote_tasks WHERE task_id = ? AND server_id = ? AND remote_id = ? AND project_id = ?',
    [taskId, serverId, remoteId, projectId],
  );
}

function pauseOf(pollMs: number | null): number {
  return Math.round(Math.min(MAX_POLL_MS, Math.max(FIRST_POLL_MS, pollMs ?? UNSAID_POLL_MS)));
}
