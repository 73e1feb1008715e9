import { NotAudited } from '../../access/audit/not-audited.decorator.js';
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
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { CONFIG } from '../../base/tokens.js';
import { publicPath } from '../../base/config/own-url.js';
import type { Config } from '../../base/config/settings.js';
import {
  CurrentCaller,
  CurrentProject,
  ExternalScope,
} from '../../access/auth/access.decorators.js';
import type { Caller, ProjectRef } from '../../access/auth/caller.js';
import { isFinished } from '../../workflow/engine/state/task-status.js';
import { LinesBody } from '../../platform/wire/lines-body.decorator.js';
import { linkNext } from '../../platform/wire/link-next.js';
import { readPage } from '../../platform/wire/page.js';
import { callerActor } from '../../access/auth/caller-actor.js';
import { parseExtension } from './runs/extension.js';
import { RerunTaskDto } from './submission/rerun.dto.js';
import { toRerun } from './submission/rerun.wire.js';
import { Reruns } from './submission/reruns.service.js';
import { MAX_BATCH, TaskSubmission } from './submission/submission.service.js';
import { submittedDto, submittedDtos } from './submission/submitted.wire.js';
import {
  CreateTaskDto,
  CreateTasksDto,
  ListedTaskDto,
  RetryTaskDto,
  TaskDetailDto,
  TaskDto,
  WaitQuery,
} from './views/task.dto.js';
import { listedTaskDto, newTask, taskDetailDto, taskDto } from './views/task.wire.js';
import { ListTasksQuery } from './list/task-list.dto.js';
import { ONCE } from './submission/once.decorator.js';
import { CreatesTask } from './submission/creates-task.decorator.js';
import { createGoneSignal, NewTaskAnswers } from './submission/new-task-answers.js';
import { asksToWait } from './submission/prefer-wait.js';
import { toTaskFilter } from './list/task-list.wire.js';
import type { ListedTask } from './views/task.js';
import { decodeCursor, encodeCursor, type TaskCursor } from './list/task-cursor.js';
import type { TaskView } from './views/task-view.js';
import { TaskViews } from './views/task-views.service.js';
import { TaskWaits } from './submission/task-waits.service.js';
import { TasksService } from './tasks.service.js';

@ApiTags('tasks')
@Controller('external/v1/projects/:project_id/tasks')
export class TasksController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly tasks: TasksService,
    private readonly submission: TaskSubmission,
    private readonly reruns: Reruns,
    private readonly waits: TaskWaits,
    private readonly views: TaskViews,
    private readonly answers: NewTaskAnswers,
  ) {}

  @Post()
  @NotAudited('The task has its own record of who created it.')
  @ExternalScope('tasks:write', ({ prefer }) => (asksToWait(prefer) ? 'tasks:read' : null))
  @ApiOperation({ summary: 'Create a task, a run of a meta-task' })
  @CreatesTask
  async create(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Body() body: CreateTaskDto,
    @Headers('idempotency-key') key: string | undefined,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaskDto | TaskDetailDto> {
    return this.answers.answer(project.id, prefer, response, () =>
      this.submission.submit(project.id, newTask(body), { by: callerActor(caller), key }),
    );
  }

  @Post('batch')
  @NotAudited('Each task has its own record of who created it.')
  @ExternalScope('tasks:write')
  @ApiOperation({
    summary: 'Create up to 10000 tasks in order, all or none',
    description:
      'The body may also be `application/x-ndjson` with one task per line, which may be eight times as large and is read as a stream.',
  })
  @LinesBody('tasks', MAX_BATCH)
  @ApiCreatedResponse({ type: [TaskDto] })
  @ONCE
  async createBatch(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Body() body: CreateTasksDto,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaskDto[]> {
    const request = { by: callerActor(caller), key };
    const given = body.tasks.map(newTask);
    const submitted = await this.submission.submitBatch(project.id, given, request);
    return submittedDtos(submitted, response);
  }

  @Get()
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'List tasks, latest first',
    description:
      'Link: rel="next" carries the cursor of the next page. X-Total-Count is present on the last page.',
  })
  @ApiOkResponse({ type: [ListedTaskDto] })
  async list(
    @CurrentProject() project: ProjectRef,
    @Query() query: ListTasksQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListedTaskDto[]> {
    const { limit, offset, order, fields, overdue, draft } = query;
    const filter = { ...toTaskFilter(query), draft };
    const cursor = query.cursor === undefined ? undefined : decodeCursor(order, query.cursor);
    const toTaskCursor = (last: ListedTask): TaskCursor => {
      const at = order === 'finished' ? (last.finishedAt ?? 0) : last.createdAt;
      return { at, id: last.id };
    };
    const { items: shown, more } = await readPage<ListedTask>(limit, (most, before) => {
      const last = before.at(-1);
      const place =
        last === undefined ? { cursor, offset } : { cursor: toTaskCursor(last), offset: 0 };
      const page = { order, limit: most, ...place };
      return overdue
        ? this.views.overdue(project.id, filter, page)
        : this.tasks.list(project.id, filter, page);
    });
    const last = shown.at(-1);
    if (more && last) {
      linkNext(response, { cursor: encodeCursor(order, toTaskCursor(last)), offset: null });
    } else if (query.cursor === undefined) {
      response.setHeader('X-Total-Count', String(offset + shown.length));
    }
    if (fields === 'basic') return shown.map(taskDto);
    const views = await this.views.listed(project.id, shown);
    return views.map(listedTaskDto);
  }

  @Get(':task_id')
  @ExternalScope('tasks:read')
  @ApiOperation({ summary: 'Read a task with its params and result' })
  @ApiOkResponse({ type: TaskDetailDto })
  async read(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
  ): Promise<TaskDetailDto> {
    return this.detail(await this.views.of(project.id, await this.tasks.get(project.id, taskId)));
  }

  @Post(':task_id/wait')
  @NotAudited('It changes nothing.')
  @HttpCode(200)
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'Wait until a task has ended',
    description:
      '200 once the task has ended; 202 with its current state if it has not ended in time.',
  })
  @ApiOkResponse({ type: TaskDetailDto })
  @ApiAcceptedResponse({ type: TaskDetailDto })
  async wait(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
    @Query() query: WaitQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaskDetailDto> {
    const ms = query.timeout * 1000;
    const task = await this.waits.wait(project.id, taskId, ms, createGoneSignal(response));
    if (!isFinished(task.status)) response.status(202);
    return this.detail(await this.views.of(project.id, task));
  }

  @Post(':task_id/cancel')
  @HttpCode(200)
  @ExternalScope('tasks:write')
  @ApiOperation({ summary: 'Cancel a task; a running one ends once its script has stopped' })
  @ApiOkResponse({ type: TaskDetailDto })
  async cancel(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Param('task_id') taskId: string,
  ): Promise<TaskDetailDto> {
    const task = await this.tasks.cancel(project.id, taskId, callerActor(caller));
    return this.detail(await this.views.of(project.id, task));
  }

  @Post(':task_id/retry')
  @HttpCode(200)
  @ExternalScope('tasks:write')
  @ApiOperation({
    summary: 'Run a failed or cancelled task again',
    description: 'A task of an agent continues from its step history; `extend` raises its limits.',
  })
  @ApiBody({ type: RetryTaskDto, required: false })
  @ApiOkResponse({ type: TaskDetailDto })
  async retry(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Param('task_id') taskId: string,
    @Body() { extend }: RetryTaskDto,
  ): Promise<TaskDetailDto> {
    const change = {
      extend: extend == null ? null : parseExtension(extend),
      by: callerActor(caller),
    };
    const task = await this.tasks.retry(project.id, taskId, change);
    return this.detail(await this.views.of(project.id, task));
  }

  @Post(':task_id/rerun')
  @ExternalScope('tasks:write')
  @ApiOperation({
    summary: 'Rerun a task as a new task',
    description:
      'Uses the same params and version by default. `from_step` reuses the recorded results of the earlier steps.',
  })
  @ApiBody({ type: RerunTaskDto, required: false })
  @ApiCreatedResponse({ type: TaskDto })
  @ONCE
  async rerun(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Param('task_id') taskId: string,
    @Body() body: RerunTaskDto,
    @Headers('idempotency-key') key: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaskDto> {
    const request = { by: callerActor(caller), key };
    const submitted = await this.reruns.rerun(project.id, taskId, toRerun(body), request);
    return submittedDto(submitted, response);
  }

  private detail(view: TaskView): TaskDetailDto {
    return taskDetailDto(view, publicPath(this.config));
  }
}
