import { NotAudited } from '../audit/not-audited.decorator.js';
import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Inject,
  Param,
  Post,
  Query,
  Res,
} from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiCreatedResponse,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { CONFIG } from '../../base/config/config.module.js';
import { publicPath } from '../../base/config/own-url.js';
import type { Config } from '../../base/config/settings.js';
import { CurrentProject, ExternalScope } from '../auth/access.decorators.js';
import type { ProjectRef } from '../auth/caller.js';
import { isFinished } from '../../workflow/engine/task-status.js';
import { linkNext } from '../../platform/wire/link-next.js';
import { extensionOf } from './extension.js';
import { RunHistories } from './run-histories.service.js';
import { type Submitted, TaskSubmission } from './submission.service.js';
import {
  CreateTaskDto,
  CreateTasksDto,
  ListTasksQuery,
  RetryTaskDto,
  TaskDetailDto,
  TaskDto,
  WaitQuery,
} from './task.dto.js';
import { newTask, taskDetailDto, taskDto } from './task.wire.js';
import type { Estimate } from './run-history.js';
import type { Task } from './task.js';
import { decodeCursor, encodeCursor } from './task-cursor.js';
import { TaskWaits } from './task-waits.service.js';
import { TasksService } from './tasks.service.js';

const ONCE = ApiHeader({
  name: 'Idempotency-Key',
  required: false,
  description:
    'A name for this request: sent again within 24 hours it is answered as the first time.',
});

@ApiTags('tasks')
@Controller('external/v1/projects/:project_id/tasks')
export class TasksController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly tasks: TasksService,
    private readonly submission: TaskSubmission,
    private readonly waits: TaskWaits,
    private readonly histories: RunHistories,
  ) {}

  @Post()
  @NotAudited('The task has its own record of who created it.')
  @ExternalScope('tasks:write')
  @ApiOperation({ summary: 'Create a task: a run of a meta-task' })
  @ApiCreatedResponse({ type: TaskDto })
  @ONCE
  async create(
    @CurrentProject() project: ProjectRef,
    @Body() body: CreateTaskDto,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaskDto> {
    const submitted = await this.submission.submit(project.id, newTask(body), key);
    const [task] = dtosOf(submitted, response);
    if (!task) throw new Error('a submission gave no task');
    return task;
  }

  @Post('batch')
  @NotAudited('Each task has its own record of who created it.')
  @ExternalScope('tasks:write')
  @ApiOperation({ summary: 'Create up to 1000 tasks in their order: all of them, or none' })
  @ApiCreatedResponse({ type: [TaskDto] })
  @ONCE
  async createBatch(
    @CurrentProject() project: ProjectRef,
    @Body() body: CreateTasksDto,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaskDto[]> {
    const submitted = await this.submission.submitBatch(project.id, body.tasks.map(newTask), key);
    return dtosOf(submitted, response);
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
      metaTask: query.task_type,
      parentId: query.parent_id,
      roots: query.roots,
      scheduleId: query.schedule_id?.toLowerCase(),
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
      linkNext(response, { cursor: encodeCursor(last), offset: null });
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
    const task = await this.tasks.get(project.id, taskId);
    return this.detail(project.id, task, await this.histories.estimate(project.id, task));
  }

  @Post(':task_id/wait')
  @NotAudited('It changes nothing.')
  @HttpCode(200)
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'Wait for the end of a task',
    description:
      'Answers 200 once the task has ended; 202 with what it is by then when it has not in time.',
  })
  @ApiOkResponse({ type: TaskDetailDto })
  @ApiAcceptedResponse({ type: TaskDetailDto })
  async wait(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
    @Query() query: WaitQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaskDetailDto> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const task = await this.waits.wait(project.id, taskId, query.timeout * 1000, gone.signal);
    if (!isFinished(task.status)) response.status(202);
    return this.detail(project.id, task, await this.histories.estimate(project.id, task));
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
    return this.detail(project.id, await this.tasks.cancel(project.id, taskId));
  }

  @Post(':task_id/retry')
  @HttpCode(200)
  @ExternalScope('tasks:write')
  @ApiOperation({
    summary: 'Run a failed or cancelled task again',
    description: 'A task of an agent goes on from what is recorded; `extend` adds to its limits.',
  })
  @ApiBody({ type: RetryTaskDto, required: false })
  @ApiOkResponse({ type: TaskDetailDto })
  async retry(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
    @Body() { extend }: RetryTaskDto,
  ): Promise<TaskDetailDto> {
    const extension = extend == null ? null : extensionOf(extend);
    return this.detail(project.id, await this.tasks.retry(project.id, taskId, extension));
  }

  private detail(projectId: string, task: Task, estimate?: Estimate): TaskDetailDto {
    return taskDetailDto(projectId, task, estimate, publicPath(this.config));
  }
}

function dtosOf({ tasks, replayed }: Submitted, response: Response): TaskDto[] {
  if (replayed) response.setHeader('Idempotency-Replayed', 'true');
  return tasks.map(taskDto);
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
