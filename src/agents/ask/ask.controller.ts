import { Body, Controller, Headers, Inject, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { NotAudited } from '../../access/audit/not-audited.decorator.js';
import {
  CurrentCaller,
  CurrentProject,
  ExternalScope,
} from '../../access/auth/access.decorators.js';
import type { Caller, ProjectRef } from '../../access/auth/caller.js';
import { callerActor } from '../../access/auth/caller-actor.js';
import { CreatesTask } from '../../tasks/tasks/submission/creates-task.decorator.js';
import { NewTaskAnswers } from '../../tasks/tasks/submission/new-task-answers.js';
import type { TaskDetailDto, TaskDto } from '../../tasks/tasks/views/task.dto.js';
import { AskFilesDto } from './ask.dto.js';
import { AskService } from './ask.service.js';

@ApiTags('files')
@Controller('external/v1/projects/:project_id/files/ask')
export class AskController {
  constructor(
    @Inject(AskService) private readonly asks: AskService,
    @Inject(NewTaskAnswers) private readonly answers: NewTaskAnswers,
  ) {}

  @Post()
  @NotAudited('The task has its own record of who created it.')
  @ExternalScope('tasks:write', () => 'files:read')
  @ApiOperation({
    summary: 'Ask a question about the files of a project',
    description:
      'Creates a task of the meta-task `ask_files`, whose result has `found`, `answer` and `citations`, each with path, quote, heading, lines, place and etag.',
  })
  @CreatesTask
  async ask(
    @CurrentProject() project: ProjectRef,
    @CurrentCaller() caller: Caller,
    @Body() body: AskFilesDto,
    @Headers('idempotency-key') key: string | undefined,
    @Headers('prefer') prefer: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaskDto | TaskDetailDto> {
    return this.answers.answer(project.id, prefer, response, () =>
      this.asks.ask(project.id, body, { by: callerActor(caller), key }),
    );
  }
}
