import { type Database, type Transaction } from '../../../platform/database/database.js';
import type { TaskEntity } from './task.entity.js';
import {
  type EventBus,
  type Message,
  type SharedMessage,
} from '../../../platform/events/event-bus.js';
import { type EventLog } from '../../../platform/events/event-log.js';
import type { NewTaskEvent } from '../../../platform/events/task-event.js';
import { wakeFor } from '../queue/wake.js';
import type { ModelUse } from './model-use.js';
import { slotReleased, taskDue, taskScheduled } from './messages.js';
import { freeSlot } from '../operations/free-slot.js';
import { openedEvent, statusEvent } from './status-event.js';
import { parseProcessId } from '../workers/worker-lease.js';

/** A write that belongs to the success of a task. */
export type OnSuccess = (transaction: Transaction, task: TaskEntity) => Promise<void>;

/**
 * Announces the states that a transaction gives to tasks: by events, which are written with them, and by messages,
 * which are published after the commit. Operations register both, so that their callers announce nothing.
 */
export class Transitions {
  private readonly onSuccess: OnSuccess[] = [];

  constructor(
    readonly database: Database,
    private readonly events: EventLog,
    private readonly bus: EventBus,
    readonly modelUse: ModelUse,
  ) {}

  /** Adds `work` to the transactions in which tasks succeed. */
  atSuccess(work: OnSuccess): void {
    this.onSuccess.push(work);
  }

  /** Runs the work of {@link atSuccess} for a task that has succeeded. */
  async succeeded(transaction: Transaction, row: TaskEntity): Promise<void> {
    for (const work of this.onSuccess) await work(transaction, row);
  }

  /** Appends events of a project. */
  append(transaction: Transaction, projectId: string, events: readonly NewTaskEvent[]): void {
    this.events.append(transaction, projectId, events);
  }

  /** Publishes a message after the commit. */
  publish<T>(transaction: Transaction, message: Message<T>, value: T): void {
    transaction.afterCommit(() => this.bus.publish(message, value));
  }

  /** Publishes a message about a task after the commit, to the server that runs it. */
  send<T>(
    transaction: Transaction,
    { worker_id: worker }: TaskEntity,
    message: SharedMessage<T>,
    value: T,
  ): void {
    if (worker !== null)
      transaction.afterCommit(() => this.bus.send(parseProcessId(worker), message, value));
  }

  /** Reports the current status of a task. */
  status(transaction: Transaction, row: TaskEntity): void {
    this.append(transaction, row.project_id, [statusEvent(row, Date.now())]);
  }

  /** Reports new tasks. */
  created(transaction: Transaction, rows: readonly TaskEntity[]): void {
    for (const row of rows) {
      this.append(transaction, row.project_id, [openedEvent(row, Date.now())]);
      if (row.run_at <= row.created_at) this.due(transaction, row);
      if (row.run_at > row.created_at || row.deadline_at !== null) this.scheduled(transaction, row);
    }
  }

  /** Reports a task that was ended and is pending again. */
  reopened(transaction: Transaction, row: TaskEntity): void {
    this.append(transaction, row.project_id, [openedEvent(row, Date.now())]);
    this.due(transaction, row);
    if (row.deadline_at !== null) this.scheduled(transaction, row);
  }

  /** Wakes a queue for a task, unless it waits for a slot. */
  due(transaction: Transaction, row: TaskEntity): void {
    if (row.parked === 0) this.publish(transaction, taskDue, wakeFor(row));
  }

  /** Reports that a task has a time at which it becomes due or reaches its deadline. */
  scheduled(transaction: Transaction, { id }: TaskEntity): void {
    this.publish(transaction, taskScheduled, { taskId: id });
  }

  /** Frees the slot of a task that no longer needs one. */
  async released(transaction: Transaction, row: TaskEntity): Promise<void> {
    const { slot_key: slotKey } = row;
    if (slotKey === null) return;
    await freeSlot(this.database, transaction, row);
    this.publish(transaction, slotReleased, { slotKey });
  }
}
