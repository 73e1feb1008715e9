import type { Database } from '../../../platform/database/database.js';
import { newId } from '../../../base/kernel/ids.js';
import type { CallOwner, ModelUsage } from '../model-gateway.js';

/** The end of a request. */
export interface CallEnd {
  state: 'ok' | 'failed';
  usage: ModelUsage;
  firstTokenMs: number | null;
  durationMs: number;
  error: string | null;
}

/** What the calls of a task have used so far. */
export interface UsedByTask {
  calls: number;
  tokens: number;
  costMicroUsd: number;
}

/** The records of requests to models. */
export class ModelCalls {
  constructor(private readonly database: Database) {}

  /** Records a request that is about to be made. Returns the id of its record. */
  async sent(
    owner: CallOwner,
    call: {
      provider: string;
      model: string;
      inputTokens: number;
      costMicroUsd: number | null;
      hash: string;
    },
  ): Promise<string> {
    const id = newId();
    await this.database.execute(
      `INSERT INTO model_calls (id, project_id, task_id, step_id, attempt, provider, model, state, input_tokens,
         cached_tokens, output_tokens, reasoning_tokens, cost_micro_usd, request_hash, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'sent', ?, 0, 0, 0, ?, ?, ${this.database.now}) RETURNING id`,
      [
        id,
        owner.projectId,
        owner.taskId,
        owner.stepId,
        owner.attempt,
        call.provider,
        call.model,
        call.inputTokens,
        call.costMicroUsd,
        call.hash,
      ],
    );
    return id;
  }

  async end(projectId: string, id: string, end: CallEnd): Promise<void> {
    const { usage } = end;
    await this.database.execute(
      `UPDATE model_calls SET state = ?, input_tokens = ?, cached_tokens = ?, output_tokens = ?, reasoning_tokens = ?,
         cost_micro_usd = ?, first_token_ms = ?, duration_ms = ?, error = ?, finished_at = ${this.database.now}
       WHERE id = ? AND project_id = ? RETURNING id`,
      [
        end.state,
        usage.inputTokens,
        usage.cachedTokens,
        usage.outputTokens,
        usage.reasoningTokens,
        usage.costMicroUsd,
        end.firstTokenMs,
        end.durationMs,
        end.error,
        id,
        projectId,
      ],
    );
  }

  /** Marks the requests that an earlier run of a task has not seen the end of. Their estimated input stays counted. */
  async lose(projectId: string, taskId: string): Promise<void> {
    await this.database.execute(
      `UPDATE model_calls SET state = 'lost', finished_at = ${this.database.now}
       WHERE task_id = ? AND project_id = ? AND state = 'sent' RETURNING id`,
      [taskId, projectId],
    );
  }

  async usedBy(projectId: string, taskId: string): Promise<UsedByTask> {
    const [row] = await this.database.query<{ calls: number; tokens: number; cost: number }>(
      `SELECT COUNT(*) AS calls, COALESCE(SUM(input_tokens + output_tokens), 0) AS tokens,
         COALESCE(SUM(cost_micro_usd), 0) AS cost
       FROM model_calls WHERE task_id = ? AND project_id = ?`,
      [taskId, projectId],
    );
    return {
      calls: Number(row?.calls ?? 0),
      tokens: Number(row?.tokens ?? 0),
      costMicroUsd: Number(row?.cost ?? 0),
    };
  }
}
