import type { ScheduleBody, Times } from '../../api/schedules.js';
import type { Schedule } from '../../api/types.js';
import { toLocalInput } from '../../parts/local-input.js';

export const KINDS = ['cron', 'every', 'at'] as const;
export const MISSED = ['one', 'skip', 'all'] as const satisfies readonly Schedule['missed'][];
export const OVERLAP = [
  'skip',
  'allow',
  'cancel_running',
] as const satisfies readonly Schedule['overlap'][];

/** Schedule as the values of its form fields. */
export interface ScheduleDraft {
  name: string;
  type: string;
  kind: (typeof KINDS)[number];
  cron: string;
  every: string;
  /** Local time such as `2026-01-31T08:00`. */
  at: string;
  zone: string;
  missed: Schedule['missed'];
  overlap: Schedule['overlap'];
  taskName: string;
  paused: boolean;
}

/** Returns the form values of a schedule, or the defaults of a new one. */
export function toScheduleDraft(schedule: Schedule | undefined, type = ''): ScheduleDraft {
  const at = schedule?.at ?? null;
  const every = schedule?.every_seconds ?? null;
  return {
    name: schedule?.name ?? '',
    type: schedule?.task_type_identifier ?? type,
    kind: at !== null ? 'at' : every !== null ? 'every' : 'cron',
    cron: schedule?.cron ?? (schedule === undefined ? '0 9 * * MON-FRI' : ''),
    every: every === null ? '3600' : String(every),
    at: at === null ? '' : toLocalInput(at),
    zone: schedule?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    missed: schedule?.missed ?? 'one',
    overlap: schedule?.overlap ?? 'skip',
    taskName: schedule?.task_name ?? '{schedule} {date} {time}',
    paused: false,
  };
}

/** Returns the timing of a draft. An invalid time is sent unchanged, so that the server reports the error. */
export function toScheduleTimes({ kind, cron, every, at, zone }: ScheduleDraft): Times {
  const time_zone = zone.trim() || 'UTC';
  if (kind === 'cron') return { cron: cron.trim(), time_zone };
  if (kind === 'every') return { every_seconds: Number(every), time_zone };
  const ms = new Date(at).getTime();
  return { at: Number.isNaN(ms) ? at : new Date(ms).toISOString(), time_zone };
}

export function bodyOfDraft(
  draft: ScheduleDraft,
  params: Record<string, unknown>,
): Omit<ScheduleBody, 'paused'> {
  return {
    name: draft.name.trim(),
    task_type_identifier: draft.type.trim(),
    params,
    ...toScheduleTimes(draft),
    missed: draft.missed,
    overlap: draft.overlap,
    ...(draft.taskName.trim() !== '' && { task_name: draft.taskName.trim() }),
  };
}
