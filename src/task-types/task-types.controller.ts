import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiProjectId,
  CurrentCaller,
  CurrentProject,
  ManageRole,
} from '../auth/access.decorators.js';
import type { Caller, ProjectRef } from '../auth/caller.js';
import { isoTime, isoTimeOrNull } from '../kernel/clock.js';
import { notFound } from '../kernel/errors.js';
import { PageQuery } from '../wire/page.js';
import { definitionPart } from './definition.js';
import type { TaskType } from './task-type.js';
import { ChangeTaskTypeDto, CreateTaskTypeDto, TaskTypeDto } from './task-type.dto.js';
import { ListTaskTypesQuery } from './task-types.query.js';
import { TaskTypesService } from './task-types.service.js';

@ApiTags('meta-tasks')
@ApiProjectId()
@Controller('projects/:project_id/task-types')
export class TaskTypesController {
  constructor(private readonly taskTypes: TaskTypesService) {}

  @Post()
  @ManageRole('author')
  @ApiOperation({ summary: 'Create a meta-task' })
  @ApiCreatedResponse({ type: TaskTypeDto })
  async create(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Body() body: CreateTaskTypeDto,
  ): Promise<TaskTypeDto> {
    return wire(await this.taskTypes.create(project.id, body, caller.name));
  }

  @Get()
  @ManageRole('viewer')
  @ApiOperation({ summary: 'List meta-tasks, newest first' })
  @ApiOkResponse({ type: [TaskTypeDto] })
  async list(
    @CurrentProject() project: ProjectRef,
    @Query() query: ListTaskTypesQuery,
  ): Promise<TaskTypeDto[]> {
    const { limit, offset, archived } = query;
    const found = await this.taskTypes.list(project.id, {
      limit,
      offset,
      archived: archived === 'true',
    });
    return found.map(wire);
  }

  @Get(':task_type')
  @ManageRole('viewer')
  @ApiOperation({ summary: 'Read a meta-task, by id or identifier' })
  @ApiOkResponse({ type: TaskTypeDto })
  async read(
    @CurrentProject() project: ProjectRef,
    @Param('task_type') reference: string,
  ): Promise<TaskTypeDto> {
    return wire(await this.taskTypes.get(project.id, reference));
  }

  @Patch(':task_type')
  @ManageRole('author')
  @ApiOperation({ summary: 'Change a meta-task: makes a new version if anything changes' })
  @ApiOkResponse({ type: TaskTypeDto })
  async change(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Param('task_type') reference: string,
    @Body() body: ChangeTaskTypeDto,
  ): Promise<TaskTypeDto> {
    return wire(await this.taskTypes.change(project.id, reference, body, caller.name));
  }

  @Get(':task_type/versions')
  @ManageRole('viewer')
  @ApiOperation({ summary: 'List the versions of a meta-task, newest first' })
  @ApiOkResponse({ type: [TaskTypeDto] })
  async versions(
    @CurrentProject() project: ProjectRef,
    @Param('task_type') reference: string,
    @Query() query: PageQuery,
  ): Promise<TaskTypeDto[]> {
    return (await this.taskTypes.versions(project.id, reference, query)).map(wire);
  }

  @Get(':task_type/versions/:version')
  @ManageRole('viewer')
  @ApiOperation({ summary: 'Read one version of a meta-task' })
  @ApiOkResponse({ type: TaskTypeDto })
  async version(
    @CurrentProject() project: ProjectRef,
    @Param('task_type') reference: string,
    @Param('version') version: string,
  ): Promise<TaskTypeDto> {
    return wire(await this.taskTypes.get(project.id, reference, versionNumber(version)));
  }

  @Post(':task_type/versions/:version/restore')
  @HttpCode(200)
  @ManageRole('author')
  @ApiOperation({ summary: 'Make an earlier version the current one again' })
  @ApiOkResponse({ type: TaskTypeDto })
  async restoreVersion(
    @CurrentProject() project: ProjectRef,
    @Param('task_type') reference: string,
    @Param('version') version: string,
  ): Promise<TaskTypeDto> {
    const number = versionNumber(version);
    return wire(await this.taskTypes.restoreVersion(project.id, reference, number));
  }

  @Post(':task_type/archive')
  @HttpCode(200)
  @ManageRole('author')
  @ApiOperation({ summary: 'Archive a meta-task: it takes no new tasks' })
  @ApiOkResponse({ type: TaskTypeDto })
  async archive(
    @CurrentProject() project: ProjectRef,
    @Param('task_type') reference: string,
  ): Promise<TaskTypeDto> {
    return wire(await this.taskTypes.setArchived(project.id, reference, true));
  }

  @Post(':task_type/restore')
  @HttpCode(200)
  @ManageRole('author')
  @ApiOperation({ summary: 'Bring an archived meta-task back' })
  @ApiOkResponse({ type: TaskTypeDto })
  async restore(
    @CurrentProject() project: ProjectRef,
    @Param('task_type') reference: string,
  ): Promise<TaskTypeDto> {
    return wire(await this.taskTypes.setArchived(project.id, reference, false));
  }
}

function versionNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound('version of this meta-task');
  return Number(text);
}

function wire(taskType: TaskType): TaskTypeDto {
  return {
    id: taskType.id,
    identifier: taskType.identifier,
    ...definitionPart(taskType),
    version: taskType.version,
    current_version: taskType.currentVersion,
    dependency_lock: taskType.dependencyLock,
    params_schema: taskType.params_schema ?? taskType.inferredParamsSchema,
    params_schema_inferred:
      taskType.params_schema === null && taskType.inferredParamsSchema !== null,
    created_by: taskType.createdBy,
    created_at: isoTime(taskType.createdAt),
    version_created_at: isoTime(taskType.versionCreatedAt),
    updated_at: isoTime(taskType.updatedAt),
    archived_at: isoTimeOrNull(taskType.archivedAt),
  };
}
