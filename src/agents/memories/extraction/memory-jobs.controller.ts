import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { pagedAfter } from '../../../platform/wire/page.js';
import { CurrentProject, ExternalScope } from '../../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../../access/auth/caller.js';
import { ExtractionWorker } from './extraction.worker.js';
import { ListMemoryJobsQuery, MemoryJobDto } from './memory-job.dto.js';
import { type MemoryJob, MemoryJobs } from './memory-jobs.js';
import { isoTime, isoTimeOrNull } from '../../../base/kernel/clock.js';

@ApiTags('memories')
@Controller('external/v1/projects/:project_id/memories/jobs')
export class MemoryJobsController {
  constructor(
    private readonly jobs: MemoryJobs,
    private readonly worker: ExtractionWorker,
  ) {}

  @Get()
  @ExternalScope('memories:read')
  @ApiOperation({
    summary: 'List the tasks from which memories are distilled, newest first',
    description: 'Link: rel="next" carries the cursor of the next page.',
  })
  @ApiOkResponse({ type: [MemoryJobDto] })
  async list(
    @CurrentProject() { id }: ProjectRef,
    @Query() { state, ...query }: ListMemoryJobsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemoryJobDto[]> {
    const taskOf = ({ task_id: taskId }: MemoryJob): string => taskId;
    const found = await pagedAfter(query, response, taskOf, (page) =>
      this.jobs.list(id, { state, ...page }),
    );
    return found.map(memoryJobDto);
  }

  @Post(':task_id/retry')
  @HttpCode(202)
  @ExternalScope('memories:write')
  @ApiOperation({
    summary: 'Distil memories from a task again, immediately',
    description: 'Applies to a job that has failed or waits for its next attempt.',
  })
  @ApiAcceptedResponse({ type: MemoryJobDto })
  async retry(
    @CurrentProject() { id }: ProjectRef,
    @Param('task_id') taskId: string,
  ): Promise<MemoryJobDto> {
    return memoryJobDto(await this.worker.retry(id, taskId));
  }
}

function memoryJobDto(job: MemoryJob): MemoryJobDto {
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
