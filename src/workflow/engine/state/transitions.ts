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
import { processOf } from '../workers/worker-lease.js';

/** Writes that belong to the success of a task. */
export type OnSuccess = (transaction: Transaction, task: TaskEntity) => Promise<void>;

/**
 * What follows from the states that a transaction gives to tasks: events, which are written with them, and messages, which are
 * published once they are committed. Operations register both, so that who calls them announces nothing.
 */
export class Transitions {
  private readonly onSuccess: OnSuccess[] = [];

  constructor(
    readonly database: Database,
    private readonly events: EventLog,
    private readonly bus: EventBus,
    readonly modelUse: ModelUse,
  ) {}

  /** Has `work` done in the transaction that ends a task in success. */
  atSuccess(work: OnSuccess): void {
    this.onSuccess.push(work);
  }

  /** A task has ended in success. */
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

  /** Publishes a message of a task after the commit, on the server that runs it. */
  send<T>(
    transaction: Transaction,
    { worker_id: worker }: TaskEntity,
    message: SharedMessage<T>,
    value: T,
  ): void {
    if (worker !== null)
      transaction.afterCommit(() => this.bus.send(processOf(worker), message, value));
  }

  /** Reports the present status of a task. */
  status(transaction: Transaction, row: TaskEntity): void {
    this.append(transaction, row.project_id, [statusEvent(row, Date.now())]);
  }

  /** Tasks are new. */
  created(transaction: Transaction, rows: readonly TaskEntity[]): void {
    for (const row of rows) {
      this.append(transaction, row.project_id, [openedEvent(row, Date.now())]);
      if (row.run_at <= row.created_at) this.due(transaction, row);
      if (row.run_at > row.created_at || row.deadline_at !== null) this.scheduled(transaction, row);
    }
  }

  /** A task that had ended is open again. */
  reopened(transaction: Transaction, row: TaskEntity): void {
    this.append(transaction, row.project_id, [openedEvent(row, Date.now())]);
    this.due(transaction, row);
    if (row.deadline_at !== null) this.scheduled(transaction, row);
  }

  /** A task may be claimed, unless it waits for a slot. */
  due(transaction: Transaction, row: TaskEntity): void {
    if (row.parked === 0) this.publish(transaction, taskDue, wakeFor(row));
  }

  /** A task has a time to come. */
  scheduled(transaction: Transaction, { id }: TaskEntity): void {
    this.publish(transaction, taskScheduled, { taskId: id });
  }

  /** A task holds no slot of its concurrency limit any more, nor waits for one. */
  async released(transaction: Transaction, row: TaskEntity): Promise<void> {
    const { slot_key: slotKey } = row;
    if (slotKey === null) return;
    await freeSlot(this.database, transaction, row);
    this.publish(transaction, slotReleased, { slotKey });
  }
}
