import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import { listedTaskDto, pendingDto } from '../tasks/views/task.wire.js';
import type { Now } from './now.js';
import type { NowDto } from './now.dto.js';
import type { RecentRunDto } from '../tasks/views/recent-run.dto.js';
import type { RecentRun } from '../tasks/views/recent-runs.js';

export function nowDto(now: Now): NowDto {
  return {
    at: isoTime(now.at),
    counts: now.counts,
    oldest_pending: oldestDto(now.oldestPending),
    failing: now.failing.map(failingDto),
    slow: now.slow.map(listedTaskDto),
    approvals: {
      pending: now.approvals.pending,
      next_expiry: isoTimeOrNull(now.approvals.nextExpiry),
    },
    schedules: now.schedules.map(scheduleDto),
    webhooks: now.webhooks,
    slots: now.slots.script,
    agent_slots: now.slots.agent,
  };
}

function oldestDto(oldest: Now['oldestPending']): NowDto['oldest_pending'] {
  if (oldest === null) return null;
  const { id, name, metaTask, ageMs, pending } = oldest;
  return {
    task_id: id,
    name,
    task_type: metaTask,
    age_ms: ageMs,
    pending: pending === null ? null : pendingDto(pending),
  };
}

function failingDto(failing: Now['failing'][number]): NowDto['failing'][number] {
  const { last, lastSuccess } = failing;
  return {
    task_type: failing.metaTask,
    error_code: last.error_code,
    error_message: last.error_message,
    count: failing.count,
    since: isoTime(failing.since),
    first_version: failing.firstVersion,
    last_task_id: last.id,
    last_version: last.task_type_version,
    last_at: isoTime(last.created_at),
    last_success_id: lastSuccess?.id ?? null,
    last_success_at: isoTimeOrNull(lastSuccess?.at ?? null),
    last_success_version: lastSuccess?.version ?? null,
    runs: failing.runs.map(recentRunDto),
  };
}

function scheduleDto(schedule: Now['schedules'][number]): NowDto['schedules'][number] {
  return {
    id: schedule.id,
    name: schedule.name,
    task_type_identifier: schedule.metaTask,
    paused: schedule.paused,
    next_at: isoTimeOrNull(schedule.nextAt),
    consecutive_failures: schedule.failures,
    last_error: schedule.lastError,
    pause_reason: schedule.pauseReason,
    runs: schedule.runs.map(recentRunDto),
  };
}

function recentRunDto({ id, status, at, ms }: RecentRun): RecentRunDto {
  return { id, status, at: isoTime(at), ms };
}
