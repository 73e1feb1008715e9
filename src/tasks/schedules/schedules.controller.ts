import { NotAudited } from '../../access/audit/not-audited.decorator.js';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { LARGE_ITEMS, paged, PageQuery } from '../../platform/wire/page.js';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { readConditions } from '../../platform/wire/conditions.js';
import { conditionsNote, CONTENT_TAG, tagged } from '../../platform/wire/tagged.js';
import { CONFIG } from '../../base/tokens.js';
import { publicPath } from '../../base/config/own-url.js';
import type { Config } from '../../base/config/settings.js';
import {
  ApiProjectId,
  CurrentCaller,
  CurrentProject,
  CurrentUser,
  ManageRole,
} from '../../access/auth/access.decorators.js';
import type { Caller, ProjectRef, TokenCaller } from '../../access/auth/caller.js';
import { TaskDto } from '../tasks/views/task.dto.js';
import { callerActor } from '../../access/auth/caller-actor.js';
import { taskDto } from '../tasks/views/task.wire.js';
import { TasksService } from '../tasks/tasks.service.js';
import {
  ChangeScheduleDto,
  CreateScheduleDto,
  PreviewScheduleDto,
  ScheduleDetailDto,
  ScheduleDto,
  SchedulePreviewDto,
  UpcomingDto,
  UpcomingQuery,
} from './schedule.dto.js';
import {
  previewDto,
  scheduleDetailDto,
  scheduleDto,
  parseUntil,
  upcomingDto,
} from './schedule.wire.js';
import { type Schedule, scheduleTag, TIMES_SHOWN } from './schedule.js';
import { ScheduleRuns } from './schedule-runs.service.js';
import { SchedulesService } from './schedules.service.js';

const LAST_TASKS = 5;
const CONDITIONS = conditionsNote('schedule');

@ApiTags('schedules')
@ApiProjectId()
@Controller('projects/:project_id/schedules')
export class SchedulesController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly schedules: SchedulesService,
    private readonly runs: ScheduleRuns,
    private readonly tasks: TasksService,
  ) {}

  @Post()
  @ManageRole('author')
  @ApiOperation({ summary: 'Create a schedule, which creates tasks of a meta-task at given times' })
  @ApiCreatedResponse({ type: ScheduleDetailDto })
  async create(
    @CurrentProject() project: ProjectRef,
    @CurrentUser() user: TokenCaller,
    @Body() body: CreateScheduleDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ScheduleDetailDto> {
    return this.detail(await this.schedules.create(project.id, body, user.name), response);
  }

  @Post('preview')
  @NotAudited('It changes nothing.')
  @HttpCode(200)
  @ManageRole('author')
  @ApiOperation({ summary: 'Preview the run times of a schedule without creating it' })
  @ApiOkResponse({ type: SchedulePreviewDto })
  async preview(
    @CurrentProject() _project: ProjectRef,
    @Body() { count, ...times }: PreviewScheduleDto,
  ): Promise<SchedulePreviewDto> {
    const found = await this.schedules.preview(times);
    return previewDto(found, found.now, count ?? TIMES_SHOWN);
  }

  @Get()
  @ManageRole('viewer')
  @ApiOperation({
    summary: 'List schedules, newest first',
    description: 'Link: rel="next" leads to the next page.',
  })
  @ApiOkResponse({ type: [ScheduleDto] })
  async list(
    @CurrentProject() project: ProjectRef,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ScheduleDto[]> {
    const found = await paged(
      query,
      response,
      (page) => this.schedules.list(project.id, page),
      LARGE_ITEMS,
    );
    return found.map(scheduleDto);
  }

  @Get('upcoming')
  @ManageRole('viewer')
  @ApiOperation({ summary: 'List the upcoming run times of all schedules' })
  @ApiOkResponse({ type: UpcomingDto })
  async upcoming(
    @CurrentProject() project: ProjectRef,
    @Query() query: UpcomingQuery,
  ): Promise<UpcomingDto> {
    const until = parseUntil(query, Date.now());
    return upcomingDto(await this.schedules.upcoming(project.id, until, query.each));
  }

  @Get(':schedule_id')
  @ManageRole('viewer')
  @ApiOperation({ summary: 'Read a schedule with its next run times and last tasks' })
  @ApiOkResponse({ type: ScheduleDetailDto, headers: CONTENT_TAG })
  async read(
    @CurrentProject() project: ProjectRef,
    @Param('schedule_id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ScheduleDetailDto> {
    return this.detail(await this.schedules.get(project.id, id), response);
  }

  @Patch(':schedule_id')
  @ManageRole('author')
  @ApiOperation({ summary: 'Change a schedule', description: CONDITIONS })
  @ApiOkResponse({ type: ScheduleDetailDto, headers: CONTENT_TAG })
  async change(
    @CurrentProject() project: ProjectRef,
    @Param('schedule_id') id: string,
    @Body() body: ChangeScheduleDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ScheduleDetailDto> {
    const conditions = readConditions(request);
    return this.detail(await this.schedules.change(project.id, id, body, conditions), response);
  }

  /** Deletes the schedule; its tasks stay. */
  @Delete(':schedule_id')
  @ManageRole('author')
  @ApiOperation({ summary: 'Delete a schedule', description: CONDITIONS })
  @HttpCode(204)
  @ApiNoContentResponse()
  remove(
    @CurrentProject() project: ProjectRef,
    @Param('schedule_id') id: string,
    @Req() request: Request,
  ): Promise<void> {
    return this.schedules.remove(project.id, id, readConditions(request));
  }

  @Post(':schedule_id/pause')
  @HttpCode(200)
  @ManageRole('author')
  @ApiOperation({
    summary: 'Pause a schedule until it is resumed',
    description: CONDITIONS,
  })
  @ApiOkResponse({ type: ScheduleDetailDto, headers: CONTENT_TAG })
  async pause(
    @CurrentProject() project: ProjectRef,
    @Param('schedule_id') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ScheduleDetailDto> {
    const conditions = readConditions(request);
    return this.detail(await this.schedules.pause(project.id, id, conditions), response);
  }

  @Post(':schedule_id/resume')
  @HttpCode(200)
  @ManageRole('author')
  @ApiOperation({
    summary: 'Resume a schedule at its next run time',
    description: CONDITIONS,
  })
  @ApiOkResponse({ type: ScheduleDetailDto, headers: CONTENT_TAG })
  async resume(
    @CurrentProject() project: ProjectRef,
    @Param('schedule_id') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ScheduleDetailDto> {
    const conditions = readConditions(request);
    return this.detail(await this.schedules.resume(project.id, id, conditions), response);
  }

  @Post(':schedule_id/run')
  @ManageRole('author')
  @ApiOperation({ summary: 'Create a task of a schedule immediately' })
  @ApiCreatedResponse({ type: TaskDto })
  async run(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Param('schedule_id') id: string,
  ): Promise<TaskDto> {
    const schedule = await this.schedules.get(project.id, id);
    return taskDto(await this.runs.runNow(schedule, callerActor(caller)));
  }

  private async detail(schedule: Schedule, response: Response): Promise<ScheduleDetailDto> {
    const { projectId, id: scheduleId } = schedule;
    const page = { limit: LAST_TASKS, offset: 0 };
    const last = await this.tasks.list(projectId, { scheduleId }, page);
    const detail = scheduleDetailDto(schedule, last, publicPath(this.config));
    return tagged(response, scheduleTag(schedule), detail);
  }
}
