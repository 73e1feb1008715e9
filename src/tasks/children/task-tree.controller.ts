import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentProject, ExternalScope } from '../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../access/auth/caller.js';
import { TaskTreeDto } from './task-tree.dto.js';
import { taskTreeDto } from './task-tree.wire.js';
import { TaskTrees } from './task-tree.service.js';

@ApiTags('tasks')
@Controller('external/v1/projects/:project_id/tasks/:task_id/tree')
export class TaskTreeController {
  constructor(private readonly trees: TaskTrees) {}

  @Get()
  @ExternalScope('tasks:read')
  @ApiOperation({ summary: 'Read a task with all its descendants' })
  @ApiOkResponse({ type: TaskTreeDto })
  async read(
    @CurrentProject() project: ProjectRef,
    @Param('task_id') taskId: string,
  ): Promise<TaskTreeDto> {
    return taskTreeDto(await this.trees.under(project.id, taskId));
  }
}
