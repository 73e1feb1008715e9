import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CONFIG } from '../../base/tokens.js';
import { publicPath } from '../../base/config/own-url.js';
import type { Config } from '../../base/config/settings.js';
import {
  CurrentCaller,
  CurrentProject,
  ExternalScope,
} from '../../access/auth/access.decorators.js';
import type { Caller, ProjectRef } from '../../access/auth/caller.js';
import { FindQuery, FoundDto } from './find.dto.js';
import { Find, MAX_FOUND } from './find.service.js';
import { NowDto } from './now.dto.js';
import { Now } from './now.service.js';
import { nowDto } from './now.wire.js';
import { TaskStatsDto, TaskStatsQuery } from './stats.dto.js';
import { TaskStats, type Stats, type StatsQuery } from './stats.service.js';
import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';

const DAY_MS = 86_400_000;

@ApiTags('overview')
@Controller('external/v1/projects/:project_id')
export class OverviewController {
  constructor(
    private readonly current: Now,
    private readonly taskStats: TaskStats,
    private readonly finds: Find,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('now')
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'Read what currently needs attention in a project',
    description: 'Failing meta-tasks, slow tasks, approvals, schedules, webhooks and current load.',
  })
  @ApiOkResponse({ type: NowDto })
  async now(@CurrentProject() { id }: ProjectRef): Promise<NowDto> {
    return nowDto(await this.current.of(id));
  }

  @Get('find')
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'Find tasks, meta-tasks, schedules, approvals and files by part of their names',
    description: `Returns up to ${MAX_FOUND} results. Files require the scope files:read; meta-tasks and schedules require an access token.`,
  })
  @ApiOkResponse({ type: [FoundDto] })
  async find(
    @CurrentProject() { id }: ProjectRef,
    @CurrentCaller() { scopes, kind }: Caller,
    @Query() { q }: FindQuery,
  ): Promise<FoundDto[]> {
    const sees = { files: scopes.includes('files:read'), management: kind === 'access_token' };
    const below = publicPath(this.config);
    const found = await this.finds.find(id, q, sees);
    return found.map((one) => ({ ...one, url: `${below}${one.url}` }));
  }

  @Get('stats')
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'Count the tasks of a project by hour or day, with run and wait times',
  })
  @ApiOkResponse({ type: TaskStatsDto })
  async stats(
    @CurrentProject() { id }: ProjectRef,
    @Query() query: TaskStatsQuery,
  ): Promise<TaskStatsDto> {
    return statsDto(await this.taskStats.of(id, statsQuery(query, Date.now())));
  }
}

function statsQuery(query: TaskStatsQuery, now: number): StatsQuery {
  const until = query.until === undefined ? now : Math.min(now, Date.parse(query.until));
  const since = query.since === undefined ? until - DAY_MS : Date.parse(query.since);
  return { since, until, by: query.by, metaTask: query.task_type };
}

function statsDto(stats: Stats): TaskStatsDto {
  return {
    since: isoTime(stats.since),
    until: isoTime(stats.until),
    buckets: stats.buckets.map((bucket) => ({ ...bucket, from: isoTime(bucket.from) })),
    complete_from: isoTimeOrNull(stats.completeFrom),
    sampled: stats.sampled,
    run_ms: stats.runMs,
    wait_ms: stats.waitMs,
  };
}
