import type { Database, Transaction } from '../../platform/database/database.js';
import type { GroupKind } from '../../platform/database/write-groups.js';
import { newId } from '../../base/kernel/ids.js';
import type { TaskEntity } from '../../workflow/engine/task.entity.js';
import type { Transitions } from '../../workflow/engine/transitions.js';
import { type CheckedTask, insertRows, type Origin } from './new-task-rows.js';

/** A task that a request creates by itself. */
export interface Create {
  projectId: string;
  task: CheckedTask;
  origin: Origin;
}

/** Returns the kind of the creates that go together: those of one project and one origin by one statement. */
export function creates(
  database: Database,
  transitions: Transitions,
): GroupKind<Create, TaskEntity> {
  const insert = async (
    transaction: Transaction,
    given: readonly Create[],
  ): Promise<TaskEntity[]> => {
    const places = given.map(() => ({ id: newId(), parent: null }));
    const rows = new Map<string, TaskEntity>();
    const groups = Map.groupBy(given.keys(), (index) => {
      const { projectId, origin } = at(given, index);
      return JSON.stringify([projectId, origin]);
    });
    for (const indexes of groups.values()) {
      const { projectId, origin } = at(given, at(indexes, 0));
      const tasks = indexes.map((index) => at(given, index).task);
      const own = { ...origin, places: indexes.map((index) => at(places, index)) };
      const inserted = await insertRows(database, transaction, projectId, tasks, own);
      transitions.created(transaction, inserted);
      for (const row of inserted) rows.set(row.id, row);
    }
    return places.map(({ id }) => {
      const row = rows.get(id);
      if (row === undefined) throw new Error('a new task has no row');
      return row;
    });
  };
  return {
    name: 'create',
    together: insert,
    alone: (one) =>
      database.writeGrouped(async (transaction) => at(await insert(transaction, [one]), 0)),
  };
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`there is no item ${index}`);
  return found;
}
