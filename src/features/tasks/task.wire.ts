import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import type { NewTask } from './submission.service.js';
import { type Estimate, NO_ESTIMATE } from './run-history.js';
import type { Task, TaskSummary } from './task.js';
import { waitedForDto } from './task-steps.wire.js';
import type { CreateTaskDto, TaskDetailDto, TaskDto } from './task.dto.js';

export function newTask(body: CreateTaskDto): NewTask {
  return {
    metaTaskIdentifier: body.task_type_identifier,
    params: body.params ?? {},
    name: body.name ?? null,
    priority: body.priority ?? null,
    runAt: body.run_at ?? null,
  };
}

/** The ten fields of create and list, no more and no fewer. */
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

/** `below`: the path below which clients reach the server. */
export function taskDetailDto(
  projectId: string,
  task: Task,
  { etaSeconds, phaseOverdue }: Estimate = NO_ESTIMATE,
  below = '',
): TaskDetailDto {
  const self = `${below}/external/v1/projects/${projectId}/tasks/${task.id}`;
  return {
    ...taskDto(task),
    params: task.params,
    result: task.result,
    task_type_version: task.metaTaskVersion,
    attempt: task.attempt,
    max_attempts: task.maxAttempts,
    error_code: task.errorCode,
    error_stack: task.errorStack,
    peak_memory_bytes: task.peakMemoryBytes,
    cpu_ms: task.cpuMs,
    usage: task.usage,
    model: task.model,
    priority: task.priority,
    run_at: isoTime(task.runAt),
    deadline_at: isoTimeOrNull(task.deadlineAt),
    cancel_requested_at: isoTimeOrNull(task.cancelRequestedAt),
    parent_id: task.parentId,
    root_id: task.rootId,
    depth: task.depth,
    waiting_on: task.waitingOn.map(waitedForDto),
    schedule_id: task.scheduleId,
    scheduled_for: isoTimeOrNull(task.scheduledFor),
    eta_seconds: etaSeconds,
    phase_overdue: phaseOverdue,
    links: {
      self,
      logs: `${self}/logs`,
      events: `${self}/events`,
      steps: `${self}/steps`,
      tree: `${self}/tree`,
    },
  };
}
