import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { linkNext } from '../../../platform/wire/link-next.js';
import { CurrentProject, ExternalScope } from '../../auth/access.decorators.js';
import type { ProjectRef } from '../../auth/caller.js';
import { ExtractionWorker } from './extraction.worker.js';
import { ListMemoryJobsQuery, MemoryJobDto } from './memory-job.dto.js';
import { memoryJobDto } from './memory-job.wire.js';
import { MemoryJobs } from './memory-jobs.js';

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
    summary: 'List the tasks that memories are distilled from, the newest first',
    description: 'Link: rel="next" carries a cursor to the next page.',
  })
  @ApiOkResponse({ type: [MemoryJobDto] })
  async list(
    @CurrentProject() { id }: ProjectRef,
    @Query() { state, cursor, limit }: ListMemoryJobsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemoryJobDto[]> {
    const found = await this.jobs.list(id, { state, cursor, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    if (found.length > limit && last) linkNext(response, { cursor: last.task_id });
    return shown.map(memoryJobDto);
  }

  @Post(':task_id/retry')
  @HttpCode(202)
  @ExternalScope('memories:write')
  @ApiOperation({
    summary: 'Distil memories from a task again, now',
    description: 'For a job that has failed, or that waits for its next attempt.',
  })
  @ApiAcceptedResponse({ type: MemoryJobDto })
  async retry(
    @CurrentProject() { id }: ProjectRef,
    @Param('task_id') taskId: string,
  ): Promise<MemoryJobDto> {
    return memoryJobDto(await this.worker.retry(id, taskId));
  }
}
