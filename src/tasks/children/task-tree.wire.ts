import { taskDto } from '../tasks/views/task.wire.js';
import type { TreeTask } from './task-tree.service.js';
import type { TaskTreeDto } from './task-tree.dto.js';

export function taskTreeDto(tree: { tasks: TreeTask[]; truncated: boolean }): TaskTreeDto {
  return {
    tasks: tree.tasks.map((task) => ({
      ...taskDto(task),
      parent_id: task.parentId,
      depth: task.depth,
    })),
    truncated: tree.truncated,
  };
}
