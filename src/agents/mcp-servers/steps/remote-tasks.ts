import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../../platform/database/database.js';
import { LeasedQueue } from '../../../platform/database/leased-queue.js';
import { isFinished, type TaskStatus } from '../../../workflow/engine/state/task-status.js';
import type { PlacedTask } from './mcp-port.js';
import type { McpRemoteTaskEntity } from './mcp-remote-task.entity.js';
import { type RemotePlace, RemoteSessions } from './remote-sessions.js';

/** Lease duration in ms, which covers a whole conversation. */
const LEASE_MS = 60_000;
/** Polling interval of a task in ms: the first, the default if its server requests none, and the longest. */
const FIRST_POLL_MS = 500;
const UNSAID_POLL_MS = 2_000;
const MAX_POLL_MS = 60_000;

/** Interval of checks whether an unpolled task is still needed, in ms. */
const REST_MS = 10 * 60_000;

export type Need = 'step' | 'task' | 'none';

/** The step that waits for a task on a server. */
export interface WaitingStep {
  projectId: string;
  taskId: string;
  stepId: string;
}

/** Tasks on MCP servers for which steps wait. */
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
    // Without a new session, the task continues in the original one, if any.
    if (session !== null) await this.sessions.add(transaction, place, session);
    await deleteRemoteTask(transaction, place);
    const { now } = this.database;
    const ms = computePause(pollMs);
    await transaction.query(
      `INSERT INTO mcp_remote_tasks (step_id, project_id, task_id, server_id, remote_id, poll_ms, next_at, attempts, failures, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ${now} + ?, 0, 0, ${now})`,
      [stepId, projectId, taskId, serverId, id, ms, ms],
    );
  }

  claim(limit: number): Promise<McpRemoteTaskEntity[]> {
    return this.queue.claim({ order: 'next_at', limit });
  }

  /** Returns what still needs a task: a waiting step, only the task that began it, or nothing. */
  async loadNeed({ project_id, task_id, step_id }: McpRemoteTaskEntity): Promise<Need> {
    const [row] = await this.database.query<{ task: TaskStatus; step: string | null }>(
      `SELECT task.status AS task, step.status AS step FROM tasks task
       LEFT JOIN task_steps step ON step.id = ? AND step.task_id = task.id AND step.project_id = task.project_id
       WHERE task.id = ? AND task.project_id = ?`,
      [step_id, task_id, project_id],
    );
    if (row === undefined || isFinished(row.task)) return 'none';
    return row.step === 'waiting' ? 'step' : 'task';
  }

  /** Returns the session in which a task began, or null. */
  findSession(place: RemotePlace): Promise<string | null> {
    return this.sessions.of(place);
  }

  /** Deletes a task that is over. */
  async over(place: RemotePlace): Promise<void> {
    await this.database.write(async (transaction) => {
      await deleteRemoteTask(transaction, place);
      await this.sessions.remove(transaction, place);
    });
  }

  /** Stops polling while no step waits: the task that began it reads its state or answers it. */
  async rest(row: McpRemoteTaskEntity, within: Pick<Transaction, 'query'>): Promise<void> {
    const { sql, values } = this.queue.held(row);
    await within.query(
      `UPDATE mcp_remote_tasks SET next_at = ${this.database.now} + ? WHERE ${sql} RETURNING step_id`,
      [REST_MS, ...values],
    );
  }

  /** Schedules the next poll after a pause that grows with the age of the task. */
  async later(row: McpRemoteTaskEntity, pollMs: number | null): Promise<void> {
    const age = Date.now() - row.created_at;
    const ms = Math.max(computePause(pollMs), Math.min(age / 20, MAX_POLL_MS / 2));
    await this.again(row, Math.round(ms), 0);
  }

  /** Schedules the next poll after a failure. */
  async failed(row: McpRemoteTaskEntity): Promise<void> {
    const failures = row.failures + 1;
    await this.again(row, Math.min(MAX_POLL_MS, FIRST_POLL_MS * 2 ** failures), failures);
  }

  /** Releases a task unchanged for another server. */
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

async function deleteRemoteTask(
  transaction: Pick<Transaction, 'query'>,
  { projectId, taskId, serverId, remoteId }: RemotePlace,
): Promise<void> {
  await transaction.query(
    'DELETE FROM mcp_remote_tasks WHERE task_id = ? AND server_id = ? AND remote_id = ? AND project_id = ?',
    [taskId, serverId, remoteId, projectId],
  );
}

function computePause(pollMs: number | null): number {
  return Math.round(Math.min(MAX_POLL_MS, Math.max(FIRST_POLL_MS, pollMs ?? UNSAID_POLL_MS)));
}
