import { isoTime, isoTimeOrNull } from '../../../base/kernel/clock.js';
import type { MemoryJobDto } from './memory-job.dto.js';
import type { MemoryJob } from './memory-jobs.js';

export function memoryJobDto(job: MemoryJob): MemoryJobDto {
  return {
    task_id: job.task_id,
    state: job.state,
    attempts: job.attempts,
    error: job.error,
    next_attempt_at: job.state === 'pending' ? isoTime(job.next_at) : null,
    candidates: job.candidates,
    admitted: job.admitted,
    refused: job.refused,
    created_at: isoTime(job.created_at),
    finished_at: isoTimeOrNull(job.finished_at),
  };
}
