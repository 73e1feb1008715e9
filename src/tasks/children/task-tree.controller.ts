import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentProject, ExternalScope } from '../../access/auth/access.decorators.js';
import type { ProjectRef } from '../../access/auth/caller.js';
import { TaskTreeDto } from './task-tree.dto.js';
import { TaskTrees, type TreeTask } from './task-tree.service.js';
import { taskDto } from '../tasks/views/task.wire.js';

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

function taskTreeDto(tree: { tasks: TreeTask[]; truncated: boolean }): TaskTreeDto {
  return {
    tasks: tree.tasks.map((task) => ({
      ...taskDto(task),
      parent_id: task.parentId,
      depth: task.depth,
    })),
    truncated: tree.truncated,
  };
}
