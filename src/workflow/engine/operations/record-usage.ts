import type { Transaction } from '../../../platform/database/database.js';
import type { RecordedUsage } from '../state/model-use.js';
import type { TaskEntity } from '../state/task.entity.js';
import type { Transitions } from '../state/transitions.js';

/** Records the model usage of a task that ends. Does nothing for a task that has called no model. */
export async function recordUsage(
  { modelUse }: Transitions,
  transaction: Transaction,
  row: TaskEntity,
): Promise<void> {
  if (row.usage === null) return;
  await modelUse.lose(transaction, row);
  const used = await modelUse.read(transaction, row);
  row.usage = used === null ? null : JSON.stringify(used);
  await transaction.query('UPDATE tasks SET usage = ? WHERE id = ? AND project_id = ?', [
    row.usage,
    row.id,
    row.project_id,
  ]);
}

/** Returns what {@link recordUsage} has stored; null if the task has called no model, or has not ended. */
export function recordedUsage(text: string | null): RecordedUsage | null {
  return text === null || text === '{}' ? null : (JSON.parse(text) as RecordedUsage);
}
