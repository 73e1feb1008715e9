import type { Database, Transaction } from '../../../platform/database/database.js';
import type { ModelUse, RecordedUsage } from '../../../workflow/engine/model-use.js';
import type { TaskEntity } from '../../../workflow/engine/task.entity.js';
import { usdOf } from '../usd.js';

/** The {@link ModelUse} of tasks, by the records of their requests. */
export class TaskModelUse implements ModelUse {
  constructor(private readonly database: Database) {}

  async lose(
    transaction: Transaction,
    { id, project_id: projectId }: Pick<TaskEntity, 'id' | 'project_id'>,
  ): Promise<void> {
    await transaction.query(
      `UPDATE model_calls SET state = 'lost', finished_at = ${this.database.now}
       WHERE task_id = ? AND project_id = ? AND state = 'sent'`,
      [id, projectId],
    );
  }

  async read(
    reader: Pick<Transaction, 'query'>,
    { id, project_id: projectId }: Pick<TaskEntity, 'id' | 'project_id' | 'lane'>,
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
        cost_usd: usdOf(cost === null ? null : Number(cost)),
        lost_calls: Number(row.lost),
      },
    };
  }
}
