import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../base/tokens.js';
import type { Logger } from 'pino';
import { Database, type SqlValue, type Transaction } from '../../platform/database/database.js';
import { unindexed } from '../../platform/database/indexed.js';
import { EventLog } from '../../platform/events/event-log.js';
import type { ScheduleEntity } from './schedule.entity.js';
import { cancelWhere } from '../../workflow/engine/operations/cancel.js';
import { Transitions } from '../../workflow/engine/state/transitions.js';
import { getErrorMessage, MetarunError, unknownId } from '../../base/kernel/errors.js';
import type { JsonObject } from '../../base/kernel/json.js';
import { insertTasks, type PreparedTask } from '../tasks/submission/new-task-rows.js';
import { QueueLimit } from '../tasks/submission/queue-limit.service.js';
import { TaskPreparation } from '../tasks/submission/task-preparation.service.js';
import type { Actor } from '../../workflow/engine/state/actor.js';
import { toTaskSummary, type TaskSummary } from '../tasks/views/task.js';
import { ticked, type TickOutcome } from './messages.js';
import { type Schedule, toSchedule } from './schedule.js';
import { scheduleEvent, type Trouble } from './schedule-event.js';
import { taskName } from './task-name.js';
import { planTicks, type TickPlan } from './tick-plan.js';

/** Number of consecutive failed ticks after which a schedule pauses itself. */
const MAX_FAILURES = 10;
const OPEN = `status IN ('pending', 'running', 'waiting')`;

/** A schedule whose tick is due at `now`, by the database's clock. */
export type DueSchedule = ScheduleEntity & { now: number };

/** Creates the tasks of schedules. */
@Injectable()
export class ScheduleRuns {
  constructor(
    private readonly database: Database,
    private readonly transitions: Transitions,
    private readonly preparation: TaskPreparation,
    private readonly queueLimit: QueueLimit,
    private readonly events: EventLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Processes the tick of a schedule: one transaction advances it to the next tick and creates the task, so that each
   * tick has one task, even if other servers try as well or this one dies. Returns false if nothing was done, and the
   * tick is to be tried again later.
   */
  async tick(due: DueSchedule): Promise<boolean> {
    const schedule = toSchedule(due);
    let plan: TickPlan;
    try {
      plan = planTicks(schedule.timing, schedule.missed, due.next_at ?? due.now, due.now);
    } catch (error) {
      // This server does not know its time zone: no future tick can be computed.
      const reason = `Its next time cannot be determined: ${getErrorMessage(error)}`;
      await this.database.write(async (tx) => {
        if (await this.moveOn(tx, due, this.paused(due, reason)))
          this.notify(tx, due, { state: 'paused', reason, failures: due.failures });
      });
      return true;
    }
    const task = plan.run.length === 0 ? null : await this.taskOfTick(schedule);
    if (task === 'later') return false;
    if (task !== null && 'refusal' in task) await this.fail(due, plan, task.refusal);
    else await this.run(due, schedule, plan, task);
    return true;
  }

  /** Creates a task of a schedule now, regardless of its times and its overlap policy. */
  async runNow(schedule: Schedule, by: Actor): Promise<TaskSummary> {
    const { projectId, id } = schedule;
    const task = await this.prepare(schedule);
    const row = await this.database.write(async (transaction) => {
      // Also keeps a tick from deciding at the same moment that nothing runs.
      const [held] = await transaction.query<{ now: number }>(
        `UPDATE schedules SET revision = revision WHERE id = ? AND project_id = ?
         RETURNING ${this.database.now} AS now`,
        [id, projectId],
      );
      if (!held) throw unknownId('schedule', id, 'schedules');
      const name = taskName(schedule.taskName, schedule.name, held.now, schedule.timeZone);
      const named = [{ ...task, name }];
      const [made] = await insertTasks(this.transitions, transaction, projectId, named, { by });
      if (!made) throw new Error('an INSERT gave no row');
      await transaction.query('UPDATE tasks SET schedule_id = ? WHERE id = ? AND project_id = ?', [
        id,
        made.id,
        projectId,
      ]);
      return made;
    });
    return toTaskSummary(row);
  }

  /**
   * Returns the task of a tick without its name, the reason why there can be none, or `later` if that is unknown yet.
   */
  private async taskOfTick(
    schedule: Schedule,
  ): Promise<PreparedTask | { refusal: string } | 'later'> {
    try {
      return await this.prepare(schedule);
    } catch (error) {
      if (!(error instanceof MetarunError)) throw error;
      const passing = ['unavailable', 'rate_limited', 'internal'].includes(error.kind);
      return passing ? 'later' : { refusal: error.message };
    }
  }

  /** Prepares the task of a schedule without its name, and reserves a place in the queue. */
  private async prepare({
    projectId,
    metaTaskIdentifier,
    params,
  }: Schedule): Promise<PreparedTask> {
    await this.queueLimit.admit(projectId, 1);
    const given = { metaTaskIdentifier, params: params.value as JsonObject };
    return this.preparation.prepare(projectId, given);
  }

  private async run(
    due: DueSchedule,
    schedule: Schedule,
    plan: TickPlan,
    task: PreparedTask | null,
  ): Promise<void> {
    const { projectId } = schedule;
    const recovered = task === null ? {} : { failures: 0, last_error: null, last_error_at: null };
    await this.database.write(async (transaction) => {
      const moved = await this.moveOn(transaction, due, { ...movedOn(due, plan), ...recovered });
      if (!moved) return;
      this.report(transaction, 'missed', plan.skipped);
      if (task === null) return;
      const ticks = await this.withoutTask(transaction, due, plan.run);
      if (schedule.overlap === 'skip' && (await this.isBusy(transaction, due))) {
        await transaction.query(
          `UPDATE schedules SET skipped_ticks = skipped_ticks + ?, last_skipped_at = ?,
             last_skip_reason = 'overlap' WHERE id = ? AND project_id = ?`,
          [ticks.length, due.now, due.id, projectId],
        );
        this.report(transaction, 'overlapped', ticks.length);
        return;
      }
      if (schedule.overlap === 'cancel_running')
        await cancelWhere(this.transitions, transaction, this.buildTaskCondition(due));
      const named = ticks.map((tick) => ({
        ...task,
        name: taskName(schedule.taskName, schedule.name, tick, schedule.timeZone),
      }));
      const made = await insertTasks(this.transitions, transaction, projectId, named);
      for (const [index, { id }] of made.entries())
        await transaction.query(
          'UPDATE tasks SET schedule_id = ?, scheduled_for = ? WHERE id = ? AND project_id = ?',
          [due.id, ticks[index] ?? null, id, projectId],
        );
      for (const tick of ticks) this.report(transaction, 'fired', 1, due.now - tick);
    });
  }

  private report(
    transaction: Transaction,
    outcome: TickOutcome,
    ticks: number,
    lateMs: number | null = null,
  ): void {
    if (ticks > 0) this.transitions.publish(transaction, ticked, { outcome, ticks, lateMs });
  }

  private async fail(due: DueSchedule, plan: TickPlan, reason: string): Promise<void> {
    const failures = due.failures + 1;
    const gaveUp = failures >= MAX_FAILURES;
    const pauseReason = `${MAX_FAILURES} ticks in a row could make no task. ${reason}`;
    const moved = await this.database.write(async (transaction) => {
      const recorded = await this.moveOn(transaction, due, {
        ...movedOn(due, plan),
        failures,
        last_error: reason,
        last_error_at: due.now,
        ...(gaveUp ? this.paused(due, pauseReason) : {}),
      });
      if (!recorded) return false;
      this.report(transaction, 'missed', plan.skipped);
      this.report(transaction, 'failed', plan.run.length);
      this.notify(transaction, due, { state: 'failed', reason, failures });
      if (gaveUp) this.notify(transaction, due, { state: 'paused', reason: pauseReason, failures });
      return true;
    });
    if (moved)
      this.logger.warn(
        { schedule: due.id, project: due.project_id, failures, paused: gaveUp, reason },
        'failed to create the tasks of a schedule tick',
      );
  }

  /** Publishes the event of a schedule in trouble with the transaction. */
  private notify(transaction: Transaction, due: DueSchedule, trouble: Trouble): void {
    this.events.append(transaction, due.project_id, [scheduleEvent(due, trouble)]);
  }

  private paused(due: DueSchedule, reason: string): Partial<ScheduleEntity> {
    return { next_at: null, paused_at: due.now, pause_reason: reason };
  }

  /** Returns false if another server has processed the tick, or a user has changed the schedule in the meantime. */
  private async moveOn(
    transaction: Transaction,
    due: DueSchedule,
    changes: Partial<ScheduleEntity>,
  ): Promise<boolean> {
    const columns = Object.entries(changes) as [string, SqlValue][];
    const moved = await transaction.query(
      `UPDATE schedules SET ${columns.map(([name]) => `${name} = ?`).join(', ')}
       WHERE id = ? AND project_id = ? AND next_at = ? AND revision = ? RETURNING id`,
      [...columns.map(([, value]) => value), due.id, due.project_id, due.next_at, due.revision],
    );
    return moved.length > 0;
  }

  /** Returns those of these ticks without a task: a clock that was set back repeats some. */
  private async withoutTask(
    transaction: Transaction,
    due: DueSchedule,
    ticks: readonly number[],
  ): Promise<readonly number[]> {
    const { last_tick_at: last } = due;
    if (last === null || (ticks[0] ?? 0) > last) return ticks;
    const [own, ...values] = this.buildTaskCondition(due);
    const rows = await transaction.query<{ scheduled_for: number }>(
      `SELECT scheduled_for FROM tasks
       WHERE ${own} AND scheduled_for IN (${ticks.map(() => '?').join(', ')})`,
      [...values, ...ticks],
    );
    const known = new Set(rows.map((row) => row.scheduled_for));
    return ticks.filter((tick) => !known.has(tick));
  }

  private async isBusy(transaction: Transaction, due: DueSchedule): Promise<boolean> {
    const [own, ...values] = this.buildTaskCondition(due);
    const sql = `SELECT id FROM tasks WHERE ${own} AND ${OPEN} LIMIT 1`;
    return (await transaction.query(sql, values)).length > 0;
  }

  /** Returns the condition of the tasks of a schedule, with its values. */
  private buildTaskCondition({ id, project_id: projectId }: DueSchedule): [string, string, string] {
    return [`schedule_id = ? AND ${unindexed(this.database, 'project_id')} = ?`, id, projectId];
  }
}

function movedOn(due: DueSchedule, plan: TickPlan): Partial<ScheduleEntity> {
  return {
    next_at: plan.next,
    last_tick_at: plan.last,
    ...(plan.skipped === 0
      ? {}
      : {
          skipped_ticks: due.skipped_ticks + plan.skipped,
          last_skipped_at: due.now,
          last_skip_reason: 'missed',
        }),
  };
}
