import { Inject, Injectable } from '@nestjs/common';
import { TasksService } from '../tasks/tasks.service.js';
import { Database, type Transaction } from '../../platform/database/database.js';
import type { TaskInboxEntity } from './task-inbox.entity.js';
import type { TaskEntity } from '../../workflow/engine/state/task.entity.js';
import { completeStep } from '../../workflow/engine/operations/complete-step.js';
import { Transitions } from '../../workflow/engine/state/transitions.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { newId } from '../../base/kernel/ids.js';
import type { Json } from '../../base/kernel/json.js';
import { TASK_ERRORS } from '../tasks/errors.js';

/** Maximum size of an event's payload, in bytes of JSON. */
export const MAX_PAYLOAD_BYTES = 256 * 1024;
/** Maximum number of events that are kept for a task until it waits for them. */
export const MAX_KEPT = 1_000;
/** Maximum size of the payloads of these events together, in bytes. */
export const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/** Reads a task; throws `not_found`. */
interface TaskReader {
  get(projectId: string, taskId: string): Promise<{ id: string; status: string }>;
}

/** Events sent to tasks: each is delivered to one wait, in order of arrival. */
@Injectable()
export class Inbox {
  constructor(
    private readonly database: Database,
    private readonly transitions: Transitions,
    @Inject(TasksService) private readonly tasks: TaskReader,
  ) {}

  /**
   * Delivers an event to the wait of a script, or keeps it for a later wait. Returns whether a script waited for it.
   */
  async send(projectId: string, taskId: string, name: string, payload: Json): Promise<boolean> {
    const text = JSON.stringify(payload);
    const size = Buffer.byteLength(text);
    if (size > MAX_PAYLOAD_BYTES)
      throw new MetarunError(
        'too_large',
        `The payload has ${size} bytes of JSON; ${MAX_PAYLOAD_BYTES} are allowed: write it to a file, and name that.`,
      );
    const { id, status } = await this.tasks.get(projectId, taskId);
    const event = { projectId, taskId: id, name, text, size };
    const sent = await this.database.write((transaction) => this.deliver(transaction, event));
    if (sent === null)
      throw new MetarunError(
        TASK_ERRORS.task_finished,
        `The task ${id} has ended${status === 'success' || status === 'failed' || status === 'cancelled' ? ` as ${status}` : ''}: it takes no more events.`,
      );
    return sent.awaited;
  }

  /** Takes the oldest kept event of a name, in the transaction that records the wait. */
  async take(transaction: Transaction, taskId: string, name: string): Promise<string | null> {
    const [event] = await transaction.query<Pick<TaskInboxEntity, 'payload'>>(
      `DELETE FROM task_inbox WHERE id = (SELECT id FROM task_inbox WHERE task_id = ? AND name = ?
         ORDER BY position LIMIT 1) RETURNING payload`,
      [taskId, name],
    );
    return event?.payload ?? null;
  }

  private async deliver(
    transaction: Transaction,
    event: { projectId: string; taskId: string; name: string; text: string; size: number },
  ): Promise<{ awaited: boolean } | null> {
    const { projectId, taskId, name, text } = event;
    // Locks the row of the task first, as the transaction that records a wait does: whichever is later sees what the
    // other has written.
    const [task] = await transaction.query<TaskEntity>(
      `UPDATE tasks SET step_count = step_count + 1
       WHERE id = ? AND project_id = ? AND status IN ('pending', 'waiting', 'running') RETURNING *`,
      [taskId, projectId],
    );
    if (task === undefined) return null;
    const [wait] = await transaction.query<{ id: string }>(
      `SELECT id FROM task_steps WHERE task_id = ? AND kind = 'event' AND name = ? AND status = 'waiting'
         AND (wake_at IS NULL OR wake_at > ${this.database.now}) ORDER BY position LIMIT 1`,
      [taskId, name],
    );
    if (wait !== undefined) {
      const step = { projectId, taskId, stepId: wait.id };
      const end = { status: 'success' as const, result: text };
      return { awaited: await completeStep(this.transitions, transaction, step, end) };
    }
    await this.keep(transaction, event, task.step_count);
    return { awaited: false };
  }

  private async keep(
    transaction: Transaction,
    event: { projectId: string; taskId: string; name: string; text: string; size: number },
    position: number,
  ): Promise<void> {
    const { projectId, taskId, name, text, size } = event;
    const [kept] = await transaction.query<{ count: number; bytes: number | null }>(
      'SELECT COUNT(*) AS count, SUM(size) AS bytes FROM task_inbox WHERE task_id = ?',
      [taskId],
    );
    if (Number(kept?.count ?? 0) >= MAX_KEPT || Number(kept?.bytes ?? 0) + size > MAX_KEPT_BYTES)
      throw new MetarunError(
        'too_large',
        `The task keeps ${MAX_KEPT} events of ${MAX_KEPT_BYTES} bytes together that it has not waited for; send this one later.`,
      );
    await transaction.query(
      `INSERT INTO task_inbox (id, project_id, task_id, name, position, payload, size, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ${this.database.now})`,
      [newId(), projectId, taskId, name, position, text, size],
    );
  }
}
