import { isoTime, isoTimeOrNull } from '../../../base/kernel/clock.js';
import type { TaskAttempt } from './task-attempts.service.js';
import type { TaskAttemptDto } from './task-attempts.dto.js';
import { actorDto } from '../views/task.wire.js';

export function taskAttemptDto(attempt: TaskAttempt): TaskAttemptDto {
  return {
    attempt: attempt.attempt,
    version: attempt.version,
    queued_at: isoTimeOrNull(attempt.queuedAt),
    started_at: isoTimeOrNull(attempt.startedAt),
    finished_at: isoTimeOrNull(attempt.finishedAt),
    outcome: attempt.outcome,
    error_code: attempt.errorCode,
    error_message: attempt.errorMessage,
    error_stack: attempt.errorStack,
    frames: attempt.frames,
    cpu_ms: attempt.cpuMs,
    peak_memory_bytes: attempt.peakMemoryBytes,
    worker: attempt.worker,
    sandbox_level: attempt.sandboxLevel,
    segments: attempt.segments.map(({ state, from, to }) => ({
      state,
      from: isoTime(from),
      to: isoTimeOrNull(to),
    })),
    phases: attempt.phases.map(({ name, from, ms, usualMs }) => ({
      name,
      from: isoTime(from),
      duration_ms: ms,
      usual_ms: usualMs === null ? null : Math.round(usualMs),
    })),
    retried_by: actorDto(attempt.retriedBy),
  };
}
