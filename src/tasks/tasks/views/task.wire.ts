import { isoTime, isoTimeOrNull } from '../../../base/kernel/clock.js';
import type { NewTask } from '../submission/task-preparation.service.js';
import type { Actor } from '../../../workflow/engine/state/actor.js';
import type { Pending } from './pending.js';
import type { TaskSummary } from './task.js';
import type { ListedView, TaskView } from './task-view.js';
import { waitedForDto } from '../details/task-steps.wire.js';
import type {
  ActorDto,
  CreateTaskDto,
  MoreOfTaskDto,
  PendingDto,
  TaskDetailDto,
  TaskDto,
} from './task.dto.js';

export function newTask(body: CreateTaskDto): NewTask {
  return {
    metaTaskIdentifier: body.task_type_identifier,
    params: body.params ?? {},
    name: body.name ?? null,
    priority: body.priority ?? null,
    runAt: body.run_at ?? null,
  };
}

/** Returns exactly the ten fields of create and list. */
export function taskDto(task: TaskSummary): TaskDto {
  return {
    id: task.id,
    name: task.name,
    status: task.status,
    progress: task.progress,
    current_phase: task.currentPhase,
    task_type: task.metaTask,
    created_at: isoTime(task.createdAt),
    started_at: isoTimeOrNull(task.startedAt),
    finished_at: isoTimeOrNull(task.finishedAt),
    error_message: task.errorMessage,
  };
}

export function listedTaskDto({
  task,
  waitingOn,
  pending,
  estimate,
}: ListedView): TaskDto & MoreOfTaskDto {
  return {
    ...taskDto(task),
    task_type_version: task.metaTaskVersion,
    attempt: task.attempt,
    max_attempts: task.maxAttempts,
    error_code: task.errorCode,
    peak_memory_bytes: task.peakMemoryBytes,
    cpu_ms: task.cpuMs,
    priority: task.priority,
    run_at: isoTime(task.runAt),
    parent_id: task.parentId,
    root_id: task.rootId,
    schedule_id: task.scheduleId,
    scheduled_for: isoTimeOrNull(task.scheduledFor),
    phase_overdue: estimate.phaseOverdue,
    waiting_on: waitingOn.map(waitedForDto),
    pending: pending === null ? null : pendingDto(pending),
    created_by: actorDto(task.createdBy),
    rerun_of: task.rerunOf,
    draft: task.draft,
    result_summary: task.resultSummary,
  };
}

/** `below`: path below which clients reach the server. */
export function taskDetailDto(view: TaskView, below = ''): TaskDetailDto {
  const { projectId, task, estimate, frames } = view;
  const self = `${below}/external/v1/projects/${projectId}/tasks/${task.id}`;
  return {
    ...listedTaskDto(view),
    params: task.params,
    result: task.result,
    error_stack: task.errorStack,
    frames: [...frames],
    usage: task.usage,
    model: task.model,
    deadline_at: isoTimeOrNull(task.deadlineAt),
    cancel_requested_at: isoTimeOrNull(task.cancelRequestedAt),
    depth: task.depth,
    eta_seconds: estimate.etaSeconds,
    cancelled_by: actorDto(task.cancelledBy),
    retried_by: actorDto(task.retriedBy),
    links: {
      self,
      logs: `${self}/logs`,
      events: `${self}/events`,
      steps: `${self}/steps`,
      attempts: `${self}/attempts`,
      tree: `${self}/tree`,
    },
  };
}

export function pendingDto({
  reason,
  until,
  limit,
  key,
  holders,
  ahead,
  tags,
  message,
  since: waitsSince,
}: Pending): PendingDto {
  return {
    reason,
    until: isoTimeOrNull(until),
    limit,
    key,
    holders: holders.map(({ id, name, since }) => ({ id, name, since: isoTime(since) })),
    ahead,
    tags,
    message,
    since: isoTimeOrNull(waitsSince),
  };
}

export function actorDto(actor: Actor | null): ActorDto | null {
  return actor === null ? null : { kind: actor.kind, id: actor.id, name: actor.name };
}
