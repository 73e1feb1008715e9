import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentProject, ExternalScope } from '../../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../../access/auth/caller.js';
import { pagedAfter } from '../../../platform/wire/page.js';
import { AttemptsQuery, TaskAttemptDto } from './task-attempts.dto.js';
import { type TaskAttempt, TaskAttempts } from './task-attempts.service.js';
import { isoTime, isoTimeOrNull } from '../../../base/kernel/clock.js';
import { actorDto } from '../views/task.wire.js';

@ApiTags('tasks')
@Controller('external/v1/projects/:project_id/tasks/:task_id/attempts')
export class TaskAttemptsController {
  constructor(private readonly attempts: TaskAttempts) {}

  @Get()
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'Read the attempts of a task, first one first',
    description: 'Link: rel="next" carries the cursor of the next page.',
  })
  @ApiOkResponse({ type: [TaskAttemptDto] })
  async list(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
    @Query() query: AttemptsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaskAttemptDto[]> {
    const attemptOf = ({ attempt }: TaskAttempt): number => attempt;
    const found = await pagedAfter(query, response, attemptOf, ({ limit, cursor = 0 }) =>
      this.attempts.list(project.id, taskId, { after: cursor, limit }),
    );
    return found.map(taskAttemptDto);
  }
}

function taskAttemptDto(attempt: TaskAttempt): TaskAttemptDto {
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
