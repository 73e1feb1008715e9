import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { isoTime } from '../../../base/kernel/clock.js';
import { idOf, pagedAfter } from '../../../platform/wire/page.js';
import { CurrentProject, ExternalScope } from '../../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../../access/auth/caller.js';
import { TaskFiles } from '../../../files/files/uses/task-files.service.js';
import { TaskFileDto, TaskFilesQuery } from './task-files.dto.js';
import { TasksService } from '../tasks.service.js';

@ApiTags('tasks')
@Controller('external/v1/projects/:project_id/tasks/:task_id/files')
export class TaskFilesController {
  constructor(
    private readonly tasks: TasksService,
    private readonly files: TaskFiles,
  ) {}

  @Get()
  @ExternalScope('tasks:read')
  @ApiOperation({
    summary: 'List the files that a task read, wrote or deleted, in the order of first use',
    description:
      'A file appears once per operation. About 2,000 entries per run are recorded. Link: rel="next" carries the cursor of the next page.',
  })
  @ApiOkResponse({ type: [TaskFileDto] })
  async list(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
    @Query() query: TaskFilesQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaskFileDto[]> {
    const { id } = await this.tasks.get(project.id, taskId);
    const found = await pagedAfter(query, response, idOf, ({ limit, cursor }) =>
      this.files.list(project.id, id, { after: cursor?.toLowerCase(), limit }),
    );
    return found.map(({ id: use, workspaceId: ws, path, versionId, how, usedAt }) => ({
      id: use,
      ws,
      path,
      version_id: versionId,
      how,
      at: isoTime(usedAt),
    }));
  }
}
