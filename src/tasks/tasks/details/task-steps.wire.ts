import { isoTime, isoTimeOrNull } from '../../../base/kernel/clock.js';
import type { TaskStep } from '../../../workflow/steps/task-steps.service.js';
import type { AuthorPlace } from '../../../sandbox/runtime/sources/source-jobs.js';
import type { TaskStepDto, WaitedForDto } from './task-steps.dto.js';

export function waitedForDto(step: TaskStep): WaitedForDto {
  return {
    step_id: step.id,
    kind: step.kind,
    name: step.name,
    since: isoTime(step.startedAt),
    until: isoTimeOrNull(step.wakeAt),
  };
}

export function taskStepDto(step: TaskStep, codeAt: AuthorPlace | null): TaskStepDto {
  return {
    id: step.id,
    position: step.position,
    kind: step.kind,
    name: step.name,
    occurrence: step.occurrence,
    ordered: step.ordered,
    status: step.status,
    attempts: step.attempts,
    attempts_at: step.tries.map(([from, to, error]) => ({
      from: isoTime(from),
      to: isoTime(to),
      error,
    })),
    code_at: codeAt,
    result: step.result,
    error: step.error,
    detail: step.detail,
    started_at: isoTime(step.startedAt),
    finished_at: isoTimeOrNull(step.finishedAt),
    duration_ms: step.finishedAt === null ? null : Math.max(0, step.finishedAt - step.startedAt),
    wake_at: isoTimeOrNull(step.wakeAt),
  };
}
