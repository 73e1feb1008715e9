import type { Database, Transaction } from '../../../platform/database/database.js';
import type { TaskEntity } from '../task.entity.js';

/** The usage of models by a task, without its children. */
export interface TaskUsage {
  model_calls: number;
  tool_calls: number;
  input_tokens: number;
  cached_tokens: number;
  output_tokens: number;
  /** Null where no model had prices. */
  cost_usd: number | null;
  /** Requests that were cut off: their estimated input counts. */
  lost_calls: number;
}

/** With the model of its last request, as `provider/name`. */
export interface RecordedUsage {
  model: string;
  usage: TaskUsage;
}

type TaskKey = Pick<TaskEntity, 'id' | 'project_id'>;

/** Marks the requests of a task to models whose end no run will see any more. Their estimated input stays counted. */
export async function loseCalls(
  database: Database,
  transaction: Transaction,
  task: TaskKey,
): Promise<void> {
  await transaction.query(
    `UPDATE model_calls SET state = 'lost', finished_at = ${database.now}
     WHERE task_id = ? AND project_id = ? AND state = 'sent'`,
    [task.id, task.project_id],
  );
}

/** Records with the end of a task what it has used. Does nothing for a task that has asked no model. */
export async function recordUsage(
  database: Database,
  transaction: Transaction,
  row: TaskEntity,
): Promise<void> {
  if (row.usage === null) return;
  await loseCalls(database, transaction, row);
  const used = await readUsage(transaction, row);
  row.usage = used === null ? null : JSON.stringify(used);
  await transaction.query('UPDATE tasks SET usage = ? WHERE id = ? AND project_id = ?', [
    row.usage,
    row.id,
    row.project_id,
  ]);
}

/** Returns what a task has used so far; null if it has made no request. */
export async function readUsage(
  reader: Pick<Transaction, 'query'>,
  { id, project_id: projectId }: TaskKey,
): Promise<RecordedUsage | null> {
  const [row] = await reader.query<{
    calls: number;
    input_tokens: number;
    cached_tokens: number;
    output_tokens: number;
    cost_micro_usd: number | null;
    lost: number;
    tools: number;
    model: string | null;
  }>(
    `SELECT COUNT(*) AS calls, SUM(input_tokens) AS input_tokens, SUM(cached_tokens) AS cached_tokens,
       SUM(output_tokens) AS output_tokens, SUM(cost_micro_usd) AS cost_micro_usd,
       SUM(CASE WHEN state = 'lost' THEN 1 ELSE 0 END) AS lost,
       (SELECT COUNT(*) FROM task_steps WHERE task_id = ? AND project_id = ? AND kind = 'tool') AS tools,
       (SELECT provider || '/' || model FROM model_calls WHERE task_id = ? AND project_id = ?
        ORDER BY created_at DESC, id DESC LIMIT 1) AS model
     FROM model_calls WHERE task_id = ? AND project_id = ?`,
    [id, projectId, id, projectId, id, projectId],
  );
  if (row === undefined || row.model === null) return null;
  const cost = row.cost_micro_usd;
  return {
    model: row.model,
    usage: {
      model_calls: Number(row.calls),
      tool_calls: Number(row.tools),
      input_tokens: Number(row.input_tokens),
      cached_tokens: Number(row.cached_tokens),
      output_tokens: Number(row.output_tokens),
      cost_usd: cost === null ? null : Number(cost) / 1_000_000,
      lost_calls: Number(row.lost),
    },
  };
}

/** Returns what {@link recordUsage} has recorded; null if the task has made no request, or has not ended. */
export function recordedUsage(text: string | null): RecordedUsage | null {
  return text === null || text === '{}' ? null : (JSON.parse(text) as RecordedUsage);
}
