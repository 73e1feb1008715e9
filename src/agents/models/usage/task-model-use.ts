import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../../platform/database/database.js';
import type { ModelUse, RecordedUsage } from '../../../workflow/engine/state/model-use.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import { toUsd } from '../usd.js';

/** Kinds of steps that agents only create through tools. */
const TOOL_KINDS = ['tool', 'task', 'event', 'sleep', 'mcp'];
/**
 * SQL condition that a step of an agent is a tool call. The initial memory search is not one. Neither is a person's
 * approval of a call, which contains the arguments as the proposal; a question of the agent has no proposal.
 */
const IS_TOOL_CALL = `(s.kind IN (${TOOL_KINDS.map((kind) => `'${kind}'`).join(', ')})
  OR s.kind = 'memory' AND s.name <> 'recall'
  OR s.kind = 'approval' AND NOT EXISTS (
    SELECT 1 FROM approvals a WHERE a.id = s.id AND a.project_id = s.project_id AND a.proposal IS NOT NULL))`;

/** {@link ModelUse} of tasks, derived from the records of their requests. */
@Injectable()
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
    { id, project_id: projectId, lane }: Pick<TaskEntity, 'id' | 'project_id' | 'lane'>,
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
         (SELECT COUNT(*) FROM task_steps s WHERE s.task_id = ? AND s.project_id = ?
          AND ${lane === 'agent' ? IS_TOOL_CALL : 'FALSE'}) AS tools,
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
        cost_usd: toUsd(cost === null ? null : Number(cost)),
        lost_calls: Number(row.lost),
      },
    };
  }
}
