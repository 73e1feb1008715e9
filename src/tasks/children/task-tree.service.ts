import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { indexed } from '../../platform/database/indexed.js';
import {
  SUMMARY_COLUMNS,
  type SummaryRow,
  toTaskSummary,
  type TaskSummary,
} from '../tasks/views/task.js';
import { TasksService } from '../tasks/tasks.service.js';

/** Maximum number of tasks in a tree. */
export const MAX_SHOWN = 1_000;

/** A task with its place in the tree. */
export interface TreeTask extends TaskSummary {
  parentId: string | null;
  depth: number;
}

interface TreeRow extends SummaryRow {
  parent_id: string | null;
  depth: number;
}

const COLUMNS = [...SUMMARY_COLUMNS, 'parent_id', 'depth'].join(', ');

/** Reads trees: tasks with the children that their scripts started. */
@Injectable()
export class TaskTrees {
  constructor(
    private readonly database: Database,
    private readonly tasks: TasksService,
  ) {}

  /** Returns a task and its descendants, parents before children and each level in order of creation. */
  async under(
    projectId: string,
    taskId: string,
  ): Promise<{ tasks: TreeTask[]; truncated: boolean }> {
    const root = await this.tasks.get(projectId, taskId);
    const found: TreeTask[] = [root];
    let level = [root.id];
    while (level.length > 0 && found.length <= MAX_SHOWN) {
      const rows = await this.database.query<TreeRow>(
        `SELECT ${COLUMNS} FROM ${indexed(this.database, 'tasks', 'tasks_children')}
         WHERE project_id = ? AND parent_id IS NOT NULL AND parent_id IN (${level.map(() => '?').join(', ')}) ORDER BY id LIMIT ?`,
        [projectId, ...level, MAX_SHOWN + 1 - found.length],
      );
      found.push(
        ...rows.map((row) => ({
          ...toTaskSummary(row),
          parentId: row.parent_id,
          depth: row.depth,
        })),
      );
      level = rows.map(({ id }) => id);
    }
    return { tasks: found.slice(0, MAX_SHOWN), truncated: found.length > MAX_SHOWN };
  }
}
