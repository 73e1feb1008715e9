import type { ScheduleEntity } from './schedule.entity.js';
import { contentTag } from '../../platform/wire/content-tag.js';
import type { JsonObject } from '../../base/kernel/json.js';
import { StoredJson } from '../../base/kernel/stored-json.js';
import {
  MISSED_POLICIES,
  type MissedPolicy,
  OVERLAP_POLICIES,
  type OverlapPolicy,
  type Timing,
} from './timing.js';

export const SCHEDULE_STATES = ['active', 'paused', 'ended'] as const;
/** `ended`: there is no future tick. */
export type ScheduleState = (typeof SCHEDULE_STATES)[number];

/** The part of a schedule that users set. */
export interface ScheduleContent {
  name: string;
  metaTaskIdentifier: string;
  params: JsonObject;
  /** Pattern of the tasks' names; null = the default. */
  taskName: string | null;
  timing: Timing;
  timeZone: string;
  missed: MissedPolicy;
  overlap: OverlapPolicy;
}

/** A schedule. Times in ms. */
export interface Schedule extends Omit<ScheduleContent, 'params'> {
  id: string;
  projectId: string;
  params: StoredJson;
  state: ScheduleState;
  nextAt: number | null;
  lastTickAt: number | null;
  pausedAt: number | null;
  pauseReason: string | null;
  failures: number;
  lastError: string | null;
  lastErrorAt: number | null;
  skippedTicks: number;
  lastSkippedAt: number | null;
  lastSkipReason: string | null;
  revision: number;
  createdBy: string;
  createdAt: number;
  updatedAt: number;
}

/** Length of params, in characters, above which the ETag is made from their stored text, without parsing. */
const LARGE = 64 * 1024;

/** Returns the ETag of a schedule, made from what users set, so that its ticks do not change it. */
export function scheduleTag(schedule: Schedule): string {
  return contentTag({
    name: schedule.name,
    task_type: schedule.metaTaskIdentifier,
    params: schedule.params.text.length > LARGE ? schedule.params.text : schedule.params.value,
    task_name: schedule.taskName,
    timing: { ...schedule.timing },
    time_zone: schedule.timeZone,
    missed: schedule.missed,
    overlap: schedule.overlap,
    paused: schedule.state === 'paused',
  });
}

export function toSchedule(row: ScheduleEntity): Schedule {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    metaTaskIdentifier: row.task_type,
    params: new StoredJson(row.params),
    taskName: row.task_name,
    timing: toTiming(row),
    timeZone: row.time_zone,
    missed: known(MISSED_POLICIES, row.missed),
    overlap: known(OVERLAP_POLICIES, row.overlap),
    state: row.paused_at !== null ? 'paused' : row.next_at === null ? 'ended' : 'active',
    nextAt: row.next_at,
    lastTickAt: row.last_tick_at,
    pausedAt: row.paused_at,
    pauseReason: row.pause_reason,
    failures: row.failures,
    lastError: row.last_error,
    lastErrorAt: row.last_error_at,
    skippedTicks: row.skipped_ticks,
    lastSkippedAt: row.last_skipped_at,
    lastSkipReason: row.last_skip_reason,
    revision: row.revision,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toTiming(row: ScheduleEntity): Timing {
  if (row.cron !== null) return { kind: 'cron', cron: row.cron, timeZone: row.time_zone };
  if (row.every_seconds !== null)
    return {
      kind: 'every',
      everyMs: row.every_seconds * 1000,
      anchor: row.anchor_at ?? row.created_at,
    };
  if (row.once_at !== null) return { kind: 'once', at: row.once_at };
  throw new Error(`stored schedule ${row.id} has no times`);
}

/** Returns the columns that users set. */
export function toColumns(
  content: ScheduleContent,
): Pick<
  ScheduleEntity,
  | 'name'
  | 'task_type'
  | 'params'
  | 'task_name'
  | 'cron'
  | 'every_seconds'
  | 'once_at'
  | 'time_zone'
  | 'anchor_at'
  | 'missed'
  | 'overlap'
> {
  const { timing } = content;
  return {
    name: content.name,
    task_type: content.metaTaskIdentifier,
    params: JSON.stringify(content.params),
    task_name: content.taskName,
    cron: timing.kind === 'cron' ? timing.cron : null,
    every_seconds: timing.kind === 'every' ? timing.everyMs / 1000 : null,
    once_at: timing.kind === 'once' ? timing.at : null,
    time_zone: content.timeZone,
    anchor_at: timing.kind === 'every' ? timing.anchor : null,
    missed: content.missed,
    overlap: content.overlap,
  };
}

function known<T extends string>(values: readonly T[], text: string): T {
  const value = values.find((one) => one === text);
  if (value === undefined) throw new Error(`stored schedule with unknown ${text}`);
  return value;
}

/** Default number of future ticks in a response. */
export const TIMES_SHOWN = 5;
