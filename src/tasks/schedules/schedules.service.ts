import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../base/tokens.js';
import { type FormerValues, noteFormer } from '../../access/audit/former-values.js';
import { Database, type SqlValue } from '../../platform/database/database.js';
import type { ScheduleEntity } from './schedule.entity.js';
import { assertConditions, type Conditions, overtaken } from '../../platform/wire/conditions.js';
import { removeAsRead } from '../../platform/wire/remove-as-read.js';
import { isUniqueViolation } from '../../platform/database/unique-violation.js';
import { invalidField, MetarunError, unknownId } from '../../base/kernel/errors.js';
import { isUuid, newId } from '../../base/kernel/ids.js';
import type { JsonObject } from '../../base/kernel/json.js';
import { Quotas } from '../../access/projects/quotas.service.js';
import { TaskPreparation } from '../tasks/submission/task-preparation.service.js';
import { nextTick } from './next-times.js';
import type { ChangeScheduleDto, CreateScheduleDto, ScheduleTimesDto } from './schedule.dto.js';
import {
  toColumns,
  type Schedule,
  type ScheduleContent,
  toSchedule,
  scheduleTag,
} from './schedule.js';
import { Scheduler } from './scheduler.service.js';
import { upcomingTicks, type UpcomingTicks } from './upcoming.js';
import { unknownPlaceholder } from './task-name.js';
import { checkTimeZone, checkTiming } from './timing-check.js';
import type { ScheduleSettings } from './settings.js';

/** Schedules as users see and change them. Every change triggers the {@link Scheduler}. */
@Injectable()
export class SchedulesService {
  constructor(
    @Inject(CONFIG) private readonly config: ScheduleSettings,
    private readonly database: Database,
    private readonly preparation: TaskPreparation,
    private readonly scheduler: Scheduler,
    private readonly quotas: Quotas,
  ) {}

  async create(projectId: string, body: CreateScheduleDto, createdBy: string): Promise<Schedule> {
    const now = await this.now();
    const { timing, timeZone } = this.timing(body, now);
    const content: ScheduleContent = {
      name: body.name,
      metaTaskIdentifier: body.task_type_identifier,
      params: body.params ?? {},
      taskName: body.task_name ?? null,
      timing,
      timeZone,
      missed: body.missed ?? 'one',
      overlap: body.overlap ?? 'skip',
    };
    checkContent(content);
    await this.checkTask(projectId, content);
    const paused = body.paused === true;
    const row: ScheduleEntity = {
      id: newId(),
      project_id: projectId,
      ...toColumns(content),
      next_at: paused ? null : nextTick(timing, now),
      last_tick_at: null,
      paused_at: paused ? now : null,
      pause_reason: null,
      failures: 0,
      last_error: null,
      last_error_at: null,
      skipped_ticks: 0,
      last_skipped_at: null,
      last_skip_reason: null,
      revision: 1,
      created_by: createdBy,
      created_at: now,
      updated_at: now,
    };
    const columns = Object.entries(row) as [string, SqlValue][];
    await unlessDuplicate(content.name, () =>
      this.database.write(async (tx) => {
        await this.quotas.admit(tx, projectId, 'maxSchedules');
        return tx.query(
          `INSERT INTO schedules (${columns.map(([name]) => name).join(', ')})
           VALUES (${columns.map(() => '?').join(', ')})`,
          columns.map(([, value]) => value),
        );
      }),
    );
    this.scheduler.trigger();
    return toSchedule(row);
  }

  /** Returns the schedule as it would be created now, without creating it. */
  async preview(
    body: ScheduleTimesDto,
  ): Promise<{ now: number } & Pick<ScheduleContent, 'timing' | 'timeZone'>> {
    const now = await this.now();
    return { now, ...this.timing(body, now) };
  }

  /** Newest first. */
  async list(projectId: string, page: { limit: number; offset: number }): Promise<Schedule[]> {
    const rows = await this.database.query<ScheduleEntity>(
      `SELECT * FROM schedules WHERE project_id = ? ORDER BY created_at DESC, id DESC
       LIMIT ? OFFSET ?`,
      [projectId, page.limit, page.offset],
    );
    return rows.map(toSchedule);
  }

  /** Returns the future ticks up to a time (ms), and the time up to which they are complete. */
  async upcoming(projectId: string, until: number, each?: number): Promise<UpcomingTicks> {
    const rows = await this.database.query<ScheduleEntity>(
      'SELECT * FROM schedules WHERE project_id = ? AND next_at <= ? ORDER BY next_at, id',
      [projectId, until],
    );
    const ticking = rows.map(toSchedule).flatMap((one) => {
      const { id, name, metaTaskIdentifier, timing, nextAt } = one;
      return nextAt === null ? [] : [{ id, name, metaTaskIdentifier, timing, nextAt }];
    });
    return upcomingTicks(ticking, until, each);
  }

  async get(projectId: string, id: string): Promise<Schedule> {
    if (!isUuid(id)) throw unknownId('schedule', id, 'schedules');
    const [row] = await this.database.query<ScheduleEntity>(
      'SELECT * FROM schedules WHERE id = ? AND project_id = ?',
      [id.toLowerCase(), projectId],
    );
    if (!row) throw unknownId('schedule', id, 'schedules');
    return toSchedule(row);
  }

  /** Changes the named fields. New times begin now, so that none of them counts as missed. */
  async change(
    projectId: string,
    id: string,
    body: ChangeScheduleDto,
    conditions: Conditions = {},
  ): Promise<Schedule> {
    const before = await this.expected(projectId, id, conditions);
    noteFormer(toFormerValues(before));
    const now = await this.now();
    const retimed = (['cron', 'every_seconds', 'at', 'time_zone'] as const).some(
      (field) => body[field] !== undefined,
    );
    const content: ScheduleContent = {
      name: body.name ?? before.name,
      metaTaskIdentifier: body.task_type_identifier ?? before.metaTaskIdentifier,
      params: body.params === undefined ? (before.params.value as JsonObject) : (body.params ?? {}),
      taskName: body.task_name === undefined ? before.taskName : body.task_name,
      missed: body.missed === undefined ? before.missed : (body.missed ?? 'one'),
      overlap: body.overlap === undefined ? before.overlap : (body.overlap ?? 'skip'),
      ...(retimed
        ? this.retimed(before, body, now)
        : { timing: before.timing, timeZone: before.timeZone }),
    };
    checkContent(content);
    if (body.task_type_identifier !== undefined || body.params !== undefined)
      await this.checkTask(projectId, content);
    const changes: Record<string, SqlValue> = { ...toColumns(content), updated_at: now };
    if (retimed && before.state !== 'paused') changes['next_at'] = nextTick(content.timing, now);
    return unlessDuplicate(content.name, () => this.update(before, changes, conditions));
  }

  async remove(projectId: string, id: string, conditions: Conditions = {}): Promise<void> {
    const before = await this.expected(projectId, id, conditions);
    const same = { sql: 'revision = ?', values: [before.revision] };
    const read = { id: before.id, projectId, what: 'schedule', same };
    await this.database.write((tx) => removeAsRead(tx, 'DELETE FROM schedules', read, conditions));
    noteFormer({ name: before.name });
  }

  /** Stops the ticks until {@link resume}. Pausing a paused schedule changes nothing. */
  async pause(projectId: string, id: string, conditions: Conditions = {}): Promise<Schedule> {
    const before = await this.expected(projectId, id, conditions);
    if (before.state === 'paused') return before;
    const now = await this.now();
    const changes = { next_at: null, paused_at: now, pause_reason: null };
    return this.update(before, changes, conditions);
  }

  /** Continues with the first tick from now on. Resuming a schedule that is not paused changes nothing. */
  async resume(projectId: string, id: string, conditions: Conditions = {}): Promise<Schedule> {
    const before = await this.expected(projectId, id, conditions);
    if (before.state !== 'paused') return before;
    const next = nextTick(before.timing, await this.now());
    if (next === null)
      throw new MetarunError(
        'conflict',
        'The time of this schedule has passed while it was paused. Give it another one: PATCH it with "at".',
      );
    const changes = {
      next_at: next,
      paused_at: null,
      pause_reason: null,
      failures: 0,
      last_error: null,
      last_error_at: null,
    };
    return this.update(before, changes, conditions);
  }

  /** Returns the schedule to be changed. Throws `precondition_failed` if it does not meet the conditions. */
  private async expected(projectId: string, id: string, conditions: Conditions): Promise<Schedule> {
    const schedule = await this.get(projectId, id);
    assertConditions(conditions, 'schedule', scheduleTag(schedule));
    return schedule;
  }

  private async update(
    before: Schedule,
    changes: Record<string, SqlValue>,
    conditions: Conditions,
  ): Promise<Schedule> {
    const columns = Object.entries(changes);
    const [row] = await this.database.execute<ScheduleEntity>(
      `UPDATE schedules SET ${columns.map(([name]) => `${name} = ?`).join(', ')},
         revision = revision + 1 WHERE id = ? AND project_id = ? AND revision = ? RETURNING *`,
      [...columns.map(([, value]) => value), before.id, before.projectId, before.revision],
    );
    if (!row) throw overtaken('schedule', conditions);
    this.scheduler.trigger();
    return toSchedule(row);
  }

  private timing(
    given: ScheduleTimesDto,
    now: number,
  ): Pick<ScheduleContent, 'timing' | 'timeZone'> {
    const timeZone = checkTimeZone(given.time_zone ?? 'UTC');
    return { timeZone, timing: checkTiming(given, timeZone, now, this.config.minScheduleSeconds) };
  }

  /** Returns the timing after a change; the named one of the three kinds replaces the former one. */
  private retimed(
    { timing, timeZone }: Schedule,
    body: ChangeScheduleDto,
    now: number,
  ): Pick<ScheduleContent, 'timing' | 'timeZone'> {
    const zone = body.time_zone === undefined ? timeZone : (body.time_zone ?? 'UTC');
    if ([body.cron, body.every_seconds, body.at].some((given) => given != null))
      return this.timing({ ...body, time_zone: zone }, now);
    const cleared =
      (timing.kind === 'cron' && body.cron === null) ||
      (timing.kind === 'every' && body.every_seconds === null) ||
      (timing.kind === 'once' && body.at === null);
    if (cleared) return this.timing({ time_zone: zone }, now);
    if (timing.kind === 'cron') return this.timing({ cron: timing.cron, time_zone: zone }, now);
    return { timing, timeZone: checkTimeZone(zone) };
  }

  /** Throws the error that a tick would meet now. */
  private async checkTask(projectId: string, content: ScheduleContent): Promise<void> {
    const { metaTaskIdentifier, params } = content;
    await this.preparation.prepare(projectId, { metaTaskIdentifier, params });
  }

  private async now(): Promise<number> {
    const [row] = await this.database.query<{ now: number }>(`SELECT ${this.database.now} AS now`);
    if (!row) throw new Error('the database returned no time');
    return row.now;
  }
}

function checkContent({ taskName, missed, overlap }: ScheduleContent): void {
  const unknown = taskName === null ? null : unknownPlaceholder(taskName);
  if (unknown !== null)
    throw invalidField(
      '/task_name',
      `has ${unknown}; only {schedule}, {date}, {time} and {offset} are filled in`,
    );
  // The tasks for several missed ticks are created at once: any other policy would drop all but one.
  if (missed === 'all' && overlap !== 'allow')
    throw invalidField('/missed', '"all" needs "overlap": "allow"');
}

async function unlessDuplicate<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new MetarunError(
      'duplicate',
      `There is a schedule named ${JSON.stringify(name)} in this project already.`,
      { errors: [{ pointer: '/name', message: 'is taken' }], cause: error },
    );
  }
}

/** Returns the fields of a schedule that a change may affect, for the audit log. */
function toFormerValues(before: Schedule): FormerValues {
  return {
    name: before.name,
    task_type_identifier: before.metaTaskIdentifier,
    task_name: before.taskName,
    missed: before.missed,
    overlap: before.overlap,
    time_zone: before.timeZone,
  };
}
