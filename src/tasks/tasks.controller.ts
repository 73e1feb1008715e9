import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentProject, ExternalScope } from '../auth/access.decorators.js';
import type { ProjectRef } from '../auth/caller.js';
import {
  CreateTaskDto,
  ListTasksQuery,
  TaskDetailDto,
  taskDetailDto,
  TaskDto,
  taskDto,
} from './task.dto.js';
import { decodeCursor, encodeCursor } from './task-cursor.js';
import { TasksService } from './tasks.service.js';

@ApiTags('tasks')
@Controller('external/v1/projects/:project_id/tasks')
export class TasksController {
  constructor(private readonly tasks: TasksService) {}

  @Post()
  @ExternalScope('tasks:write')
  @ApiOperation({ summary: 'Create a task: a run of a meta-task' })
  @ApiCreatedResponse({ type: TaskDto })
  async create(
    @CurrentProject() project: ProjectRef,
    @Body() body: CreateTaskDto,
  ): Promise<TaskDto> {
    const task = await this.tasks.create(project.id, {
      taskTypeIdentifier: body.task_type_identifier,
      params: body.params ?? {},
      name: body.name ?? null,
    });
    return taskDto(task);
  }

  @Get()
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'List tasks, newest first',
    description:
      'Link: rel="next" carries a cursor to the next page; X-Total-Count is there on the last page.',
  })
  @ApiOkResponse({ type: [TaskDto] })
  async list(
    @CurrentProject() project: ProjectRef,
    @Query() query: ListTasksQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaskDto[]> {
    const { limit, offset } = query;
    const found = await this.tasks.list(project.id, {
      status: query.status,
      taskType: query.task_type,
      createdAfter: timeOf(query.created_after),
      createdBefore: timeOf(query.created_before),
      q: query.q,
      cursor: query.cursor === undefined ? undefined : decodeCursor(query.cursor),
      limit: limit + 1,
      offset,
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    if (found.length > limit && last) {
      const next = new URLSearchParams(definedStrings({ ...query, offset: undefined }));
      next.set('cursor', encodeCursor(last));
      const path = `/external/v1/projects/${project.id}/tasks`;
      response.setHeader('Link', `<${path}?${next.toString()}>; rel="next"`);
    } else if (query.cursor === undefined) {
      response.setHeader('X-Total-Count', String(offset + page.length));
    }
    return page.map(taskDto);
  }

  @Get(':task_id')
  @ExternalScope('tasks:read')
  @ApiOperation({ summary: 'Read a task with its params and result' })
  @ApiOkResponse({ type: TaskDetailDto })
  async read(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
  ): Promise<TaskDetailDto> {
    return taskDetailDto(project.id, await this.tasks.get(project.id, taskId));
  }

  @Post(':task_id/cancel')
  @HttpCode(200)
  @ExternalScope('tasks:write')
  @ApiOperation({ summary: 'Cancel a task; a running one ends as soon as its script has stopped' })
  @ApiOkResponse({ type: TaskDetailDto })
  async cancel(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
  ): Promise<TaskDetailDto> {
    return taskDetailDto(project.id, await this.tasks.cancel(project.id, taskId));
  }

  @Post(':task_id/retry')
  @HttpCode(200)
  @ExternalScope('tasks:write')
  @ApiOperation({ summary: 'Run a failed or cancelled task again' })
  @ApiOkResponse({ type: TaskDetailDto })
  async retry(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
  ): Promise<TaskDetailDto> {
    return taskDetailDto(project.id, await this.tasks.retry(project.id, taskId));
  }
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}

function definedStrings(query: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  );
}
