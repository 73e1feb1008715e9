import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { idOf, pagedAfter } from '../../platform/wire/page.js';
import { NotAudited } from '../../access/audit/not-audited.decorator.js';
import {
  CurrentCaller,
  CurrentProject,
  ExternalScope,
} from '../../access/auth/access.decorators.js';
import type { Caller, ProjectRef } from '../../access/auth/caller.js';
import { callerActor } from '../../access/auth/caller-actor.js';
import { toTaskFilter } from '../tasks/list/task-list.wire.js';
import { MAX_TASKS } from './bulk.js';
import {
  BulkDetailDto,
  BulkDto,
  BulkPreviewDto,
  ListBulkQuery,
  PreviewBulkDto,
  StartBulkDto,
} from './bulk.dto.js';
import { BulkOperations } from './bulk.service.js';
import { bulkDetailDto, bulkDto, FILTER_PLACE, newBulk } from './bulk.wire.js';

@ApiTags('bulk')
@Controller('external/v1/projects/:project_id')
export class BulkController {
  constructor(private readonly operations: BulkOperations) {}

  @Post('tasks/bulk/preview')
  @NotAudited('It changes nothing.')
  @HttpCode(200)
  @ExternalScope('tasks:read')
  @ApiOperation({ summary: 'Count the tasks that a bulk operation would select' })
  @ApiOkResponse({ type: BulkPreviewDto })
  async preview(
    @CurrentProject() { id }: ProjectRef,
    @Body() { filter }: PreviewBulkDto,
  ): Promise<BulkPreviewDto> {
    const total = await this.operations.count(id, toTaskFilter(filter, FILTER_PLACE));
    return { total: Math.min(total, MAX_TASKS), more: total > MAX_TASKS };
  }

  @Post('tasks/bulk')
  @HttpCode(202)
  @ExternalScope('tasks:write')
  @ApiOperation({
    summary: 'Cancel, retry or rerun many tasks in the background',
    description:
      '409 `bulk_count_changed` if the filter no longer matches the expected number of tasks.',
  })
  @ApiAcceptedResponse({ type: BulkDto })
  async start(
    @CurrentProject() { id }: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Body() body: StartBulkDto,
  ): Promise<BulkDto> {
    return bulkDto(await this.operations.start(id, newBulk(body), callerActor(caller)));
  }

  @Get('bulk')
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'List bulk operations, newest first',
    description: 'Link: rel="next" carries the cursor of the next page.',
  })
  @ApiOkResponse({ type: [BulkDto] })
  async list(
    @CurrentProject() { id }: ProjectRef,
    @Query() query: ListBulkQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BulkDto[]> {
    const found = await pagedAfter(query, response, idOf, (page) => this.operations.list(id, page));
    return found.map(bulkDto);
  }

  @Get('bulk/:bulk_id')
  @ExternalScope('tasks:read')
  @ApiOperation({ summary: 'Read the progress of a bulk operation and its refusals' })
  @ApiOkResponse({ type: BulkDetailDto })
  async read(
    @CurrentProject() { id }: ProjectRef,
    @Param('bulk_id') bulkId: string,
  ): Promise<BulkDetailDto> {
    const bulk = await this.operations.get(id, bulkId);
    return bulkDetailDto(bulk, await this.operations.refusals(bulk));
  }

  @Post('bulk/:bulk_id/stop')
  @HttpCode(200)
  @ExternalScope('tasks:write')
  @ApiOperation({ summary: 'Stop a bulk operation; completed changes remain' })
  @ApiOkResponse({ type: BulkDetailDto })
  async stop(
    @CurrentProject() { id }: ProjectRef,
    @Param('bulk_id') bulkId: string,
  ): Promise<BulkDetailDto> {
    const bulk = await this.operations.stop(id, bulkId);
    return bulkDetailDto(bulk, await this.operations.refusals(bulk));
  }
}
