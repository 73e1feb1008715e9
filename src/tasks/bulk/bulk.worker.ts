import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../base/tokens.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { Database } from '../../platform/database/database.js';
import { LeasedQueue } from '../../platform/database/leased-queue.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { Transitions } from '../../workflow/engine/state/transitions.js';
import { BulkActions } from './bulk-actions.js';
import { bulkEvent } from './bulk-event.js';
import type { BulkItemEntity } from './bulk-item.entity.js';
import type { BulkOperationEntity } from './bulk-operation.entity.js';
import { bulkDue } from './messages.js';

/** Interval at which the worker polls for operations that other servers have abandoned, in ms. */
const POLL_MS = 2_000;
/** Time without progress after which a server is considered dead, in ms. */
const LEASE_MS = 60_000;
/** Number of tasks after which an operation lets others continue; {@link SLICE_MS} is the same limit in ms. */
const SLICE = 200;
const SLICE_MS = 500;
/** Pause of an operation whose next task finds no space in the queue, in ms. */
const FULL_MS = 2_000;
/** Retention of operations that have ended, in ms. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const SWEEP_MS = 60 * 60 * 1000;
const MAX_DETAIL = 500;
/** Number of claims of a slice that may break off. After these, the first task of the slice is refused. */
const MAX_BROKEN = 5;
/** Progress raises the number of claims to a multiple of this: the rest is the number of claims without progress. */
const ROUND = 100;

/** Carries out bulk operations in turns, one slice at a time. Several servers on one database may do so at once. */
@Injectable()
export class BulkWorker {
  private readonly queue: LeasedQueue<BulkOperationEntity>;
  private readonly loop = new BackgroundLoop({
    work: () => this.work(),
    pollMs: POLL_MS,
    onError: (error) => this.logger.warn({ err: error }, 'failed to continue bulk operations'),
  });
  private readonly sweeps = new BackgroundLoop({
    work: () => this.sweep(),
    pollMs: SWEEP_MS,
    onError: (error) => this.logger.warn({ err: error }, 'failed to delete old bulk operations'),
  });

  constructor(
    private readonly database: Database,
    private readonly transitions: Transitions,
    private readonly actions: BulkActions,
    private readonly bus: EventBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.queue = new LeasedQueue(database, {
      name: 'bulk_operations',
      keys: ['id', 'project_id'],
      due: 'next_at',
      queued: `state = 'running'`,
      leaseMs: LEASE_MS,
    });
  }

  /** Starts the worker. On SQLite no other server can hold a lease, so that all running operations continue at once. */
  async start(): Promise<void> {
    const { kind, now } = this.database;
    if (kind === 'sqlite')
      await this.database.execute(
        `UPDATE bulk_operations SET next_at = ${now} WHERE state = 'running' AND next_at > ${now}`,
      );
    this.bus.subscribe(bulkDue, () => this.loop.trigger());
    this.loop.start();
    this.sweeps.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.loop.stop(), this.sweeps.stop()]);
  }

  private async work(): Promise<void> {
    while (!this.loop.stopped) {
      const [operation] = await this.queue.claim({ order: 'next_at, id', limit: 1 });
      if (operation === undefined) return;
      await this.slice(operation);
    }
  }

  /** Processes a slice of an operation. The operation returns to the queue if items are left. */
  private async slice(operation: BulkOperationEntity): Promise<void> {
    const items = await this.database.query<BulkItemEntity>(
      `SELECT * FROM bulk_items WHERE bulk_id = ? AND outcome IS NULL ORDER BY number LIMIT ${SLICE}`,
      [operation.id],
    );
    const [first] = items;
    if (first !== undefined && operation.attempts % ROUND > MAX_BROKEN) {
      await this.actions.note(first, 'internal', `It was broken off ${MAX_BROKEN} times.`);
      items.shift();
    }
    const until = performance.now() + SLICE_MS;
    let pause = 0;
    let left = items.length >= SLICE - 1;
    for (const [at, item] of items.entries()) {
      pause = await this.one(operation, item);
      // Statements on SQLite are synchronous: requests would otherwise wait for the whole slice.
      await nextTurn();
      left ||= pause > 0;
      if (pause === 0 && !this.loop.stopped && performance.now() < until) continue;
      left ||= at < items.length - 1;
      break;
    }
    await this.report(operation, left ? pause : null);
  }

  /** Processes one task. Returns the pause before the next try in ms; 0 if the task is done or refused. */
  private async one(operation: BulkOperationEntity, item: BulkItemEntity): Promise<number> {
    try {
      await this.actions.carryOut(operation, item);
    } catch (error) {
      if (!(error instanceof MetarunError)) throw error;
      if (error.kind === 'rate_limited' || error.kind === 'unavailable') return FULL_MS;
      await this.actions.note(item, error.code, error.message.slice(0, MAX_DETAIL));
    }
    return 0;
  }

  /**
   * Stores the progress of an operation; `pause` is null if it has ended. Changes nothing if another server holds the
   * operation or it was stopped.
   */
  private async report(operation: BulkOperationEntity, pause: number | null): Promise<void> {
    const { now } = this.database;
    const { sql, values } = this.queue.held(operation);
    const count = (which: string): string =>
      `(SELECT COUNT(*) FROM bulk_items WHERE bulk_id = bulk_operations.id AND outcome IS NOT NULL ${which})`;
    await this.database.write(async (transaction) => {
      const [row] = await transaction.query<BulkOperationEntity>(
        `UPDATE bulk_operations SET done = ${count('')}, refused = ${count("AND outcome <> 'done'")},
           attempts = (attempts / ${ROUND} + 1) * ${ROUND}, ${
             pause === null
               ? `state = 'done', next_at = NULL, finished_at = ${now}`
               : `next_at = ${now} + ${pause}`
           }
         WHERE ${sql} RETURNING *`,
        values,
      );
      if (row !== undefined) this.transitions.append(transaction, row.project_id, [bulkEvent(row)]);
    });
  }

  private async sweep(): Promise<number> {
    const { now } = this.database;
    const [old] = await this.database.query<{ id: string }>(
      `SELECT id FROM bulk_operations WHERE finished_at IS NOT NULL AND finished_at < ${now} - ${KEPT_MS}
       ORDER BY finished_at LIMIT 1`,
    );
    if (old === undefined) return SWEEP_MS;
    await this.database.write(async (transaction) => {
      await transaction.query('DELETE FROM bulk_items WHERE bulk_id = ?', [old.id]);
      await transaction.query('DELETE FROM bulk_operations WHERE id = ?', [old.id]);
    });
    return 0;
  }
}
