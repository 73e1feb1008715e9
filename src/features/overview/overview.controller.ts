import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentProject, ExternalScope } from '../auth/access.decorators.js';
import type { ProjectRef } from '../auth/caller.js';
import { NowDto } from './now.dto.js';
import { Now } from './now.service.js';
import { nowDto } from './now.wire.js';
import { TaskStatsDto, TaskStatsQuery } from './stats.dto.js';
import { TaskStats } from './stats.service.js';
import { statsDto, statsQuery } from './stats.wire.js';

@ApiTags('overview')
@Controller('external/v1/projects/:project_id')
export class OverviewController {
  constructor(
    private readonly current: Now,
    private readonly taskStats: TaskStats,
  ) {}

  @Get('now')
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'Read what needs attention in a project now',
    description:
      'Meta-tasks that fail, tasks that are slow, approvals, schedules, webhooks, and how much goes on.',
  })
  @ApiOkResponse({ type: NowDto })
  async now(@CurrentProject() { id }: ProjectRef): Promise<NowDto> {
    return nowDto(await this.current.of(id));
  }

  @Get('stats')
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'Count the tasks of a project by hour or day, with how long they ran and waited',
  })
  @ApiOkResponse({ type: TaskStatsDto })
  async stats(
    @CurrentProject() { id }: ProjectRef,
    @Query() query: TaskStatsQuery,
  ): Promise<TaskStatsDto> {
    return statsDto(await this.taskStats.of(id, statsQuery(query, Date.now())));
  }
}
