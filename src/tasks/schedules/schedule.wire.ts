import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import type { TaskSummary } from '../tasks/views/task.js';
import { taskDto } from '../tasks/views/task.wire.js';
import { localIso } from './local-time.js';
import { nextTicks } from './next-times.js';
import { invalidField } from '../../base/kernel/errors.js';
import type {
  ScheduleDetailDto,
  ScheduleDto,
  SchedulePreviewDto,
  UpcomingDto,
  UpcomingQuery,
} from './schedule.dto.js';
import type { UpcomingTicks } from './upcoming.js';
import { type Schedule, TIMES_SHOWN } from './schedule.js';
import { DEFAULT_TASK_NAME } from './task-name.js';

const DAY_MS = 86_400_000;
const MAX_AHEAD_DAYS = 31;

/** Returns the time up to which a query asks for ticks, in ms. Throws MetarunError if it is too far ahead. */
export function parseUntil({ until }: UpcomingQuery, now: number): number {
  const at = until === undefined ? now + DAY_MS : Date.parse(until);
  if (at <= now + MAX_AHEAD_DAYS * DAY_MS) return at;
  throw invalidField('?until', `may be ${MAX_AHEAD_DAYS} days ahead at most`);
}

export function upcomingDto({ ticks, until, goesOn }: UpcomingTicks): UpcomingDto {
  return {
    until: isoTime(until),
    goes_on: goesOn,
    ticks: ticks.map(({ schedule, at }) => ({
      schedule_id: schedule.id,
      name: schedule.name,
      task_type_identifier: schedule.metaTaskIdentifier,
      at: isoTime(at),
    })),
  };
}

export function scheduleDto(schedule: Schedule): ScheduleDto {
  const { timing } = schedule;
  return {
    id: schedule.id,
    name: schedule.name,
    state: schedule.state,
    task_type_identifier: schedule.metaTaskIdentifier,
    params: schedule.params,
    task_name: schedule.taskName ?? DEFAULT_TASK_NAME,
    cron: timing.kind === 'cron' ? timing.cron : null,
    every_seconds: timing.kind === 'every' ? timing.everyMs / 1000 : null,
    at: timing.kind === 'once' ? isoTime(timing.at) : null,
    time_zone: schedule.timeZone,
    missed: schedule.missed,
    overlap: schedule.overlap,
    next_at: isoTimeOrNull(schedule.nextAt),
    last_tick_at: isoTimeOrNull(schedule.lastTickAt),
    paused_at: isoTimeOrNull(schedule.pausedAt),
    pause_reason: schedule.pauseReason,
    consecutive_failures: schedule.failures,
    last_error: schedule.lastError,
    last_error_at: isoTimeOrNull(schedule.lastErrorAt),
    skipped_ticks: schedule.skippedTicks,
    last_skipped_at: isoTimeOrNull(schedule.lastSkippedAt),
    last_skip_reason: schedule.lastSkipReason,
    created_by: schedule.createdBy,
    created_at: isoTime(schedule.createdAt),
    updated_at: isoTime(schedule.updatedAt),
  };
}

/** `below`: path below which clients reach the server. */
export function scheduleDetailDto(
  schedule: Schedule,
  lastTasks: readonly TaskSummary[],
  below: string,
): ScheduleDetailDto {
  const { id, projectId, nextAt } = schedule;
  return {
    ...scheduleDto(schedule),
    next_times:
      nextAt === null
        ? []
        : timesShown(
            [nextAt, ...nextTicks(schedule.timing, nextAt, TIMES_SHOWN - 1)],
            schedule.timeZone,
          ),
    last_tasks: lastTasks.map(taskDto),
    links: {
      self: `${below}/projects/${projectId}/schedules/${id}`,
      tasks: `${below}/external/v1/projects/${projectId}/tasks?schedule_id=${id}`,
    },
  };
}

/** Returns the first `count` ticks of a schedule with this timing from `now` (ms) on. */
export function previewDto(
  { timing, timeZone }: Pick<Schedule, 'timing' | 'timeZone'>,
  now: number,
  count: number,
): SchedulePreviewDto {
  return {
    time_zone: timeZone,
    next_times: timesShown(nextTicks(timing, now, count), timeZone),
  };
}

function timesShown(ticks: readonly number[], timeZone: string): SchedulePreviewDto['next_times'] {
  return ticks.map((tick) => ({ utc: isoTime(tick), local: localIso(tick, timeZone) }));
}
