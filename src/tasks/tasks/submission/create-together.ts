import type { Transaction } from '../../../platform/database/database.js';
import type { GroupKind } from '../../../platform/database/write-groups.js';
import { itemAt } from '../../../base/kernel/item-at.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import type { Transitions } from '../../../workflow/engine/state/transitions.js';
import { insertTasks, type Origin, type PreparedTask } from './new-task-rows.js';

/** A task that a request creates alone. */
export interface Create {
  projectId: string;
  task: PreparedTask;
  origin: Origin;
}

/** Returns the group kind of creates: those of one project and one origin share a statement. */
export function creates(transitions: Transitions): GroupKind<Create, TaskEntity> {
  const insert = async (
    transaction: Transaction,
    given: readonly Create[],
  ): Promise<TaskEntity[]> => {
    const rows: TaskEntity[] = [];
    const groups = Map.groupBy(given.keys(), (index) => {
      const { projectId, origin } = itemAt(given, index);
      return JSON.stringify([projectId, origin]);
    });
    for (const indexes of groups.values()) {
      const { projectId, origin } = itemAt(given, itemAt(indexes, 0));
      const tasks = indexes.map((index) => itemAt(given, index).task);
      const inserted = await insertTasks(transitions, transaction, projectId, tasks, origin);
      for (const [place, index] of indexes.entries()) rows[index] = itemAt(inserted, place);
    }
    return rows;
  };
  return {
    name: 'create',
    together: insert,
    alone: (one) =>
      transitions.database.writeGrouped(async (transaction) =>
        itemAt(await insert(transaction, [one]), 0),
      ),
  };
}
