import type { Database } from '../../../platform/database/database.js';
import type { ModelUse } from '../../../workflow/engine/state/model-use.js';
import { newId } from '../../../base/kernel/ids.js';
import type { CallOwner, ModelUsage } from '../model-gateway.js';
import type { ModelCallEntity } from './model-call.entity.js';
import type { Reported } from './provider-request.js';
import { count, type CountedAt } from '../usage/counters.js';
import { keepTo } from '../usage/month-budgets.service.js';

/** The end of a request. */
export interface CallEnd {
  state: 'ok' | 'failed';
  usage: ModelUsage;
  /** Estimate and report of the provider, or null. */
  estimated: { inputTokens: number; outputTokens: number };
  reported: Pick<Reported, 'inputTokens' | 'outputTokens'> | null;
  firstTokenMs: number | null;
  durationMs: number;
  error: string | null;
}

/** An open request with its estimate. */
export interface SentCall {
  id: string;
  inputTokens: number;
  costMicroUsd: number | null;
}

/** Total usage of a task so far. */
export interface UsedByTask {
  calls: number;
  tokens: number;
  costMicroUsd: number;
}

/** A request as shown to clients, with the name of its step. */
export type ListedCall = ModelCallEntity & { step_name: string | null };

/** Records requests to models. */
export class ModelCalls {
  constructor(
    private readonly database: Database,
    private readonly use: ModelUse,
  ) {}

  /**
   * Records and counts a request that is about to be made. Throws `budget_exceeded`, and records nothing, if it would
   * exceed the project's monthly budget.
   */
  async sent(
    owner: CallOwner,
    call: {
      provider: string;
      model: string;
      inputTokens: number;
      costMicroUsd: number | null;
      hash: string;
    },
  ): Promise<SentCall> {
    const id = newId();
    const { inputTokens, costMicroUsd } = call;
    await this.database.write(async (transaction) => {
      const [row] = await transaction.query<CountedAt>(
        `INSERT INTO model_calls (id, project_id, task_id, step_id, attempt, provider, model, state, input_tokens,
           cached_tokens, output_tokens, reasoning_tokens, cost_micro_usd, estimated_input_tokens, request_hash, created_at,
           task_type, agent_id)
         VALUES (?, ?, ?, ?, ?, ?, ?, 'sent', ?, 0, 0, 0, ?, ?, ?, ${this.database.now},
           (SELECT task_type FROM tasks WHERE id = ? AND project_id = ?),
           (SELECT v.agent_id FROM agent_versions v JOIN tasks t ON t.agent_version_id = v.id
            WHERE t.id = ? AND t.project_id = ?))
         RETURNING *`,
        [
          id,
          owner.projectId,
          owner.taskId,
          owner.stepId,
          owner.attempt,
          call.provider,
          call.model,
          inputTokens,
          costMicroUsd,
          inputTokens,
          call.hash,
          owner.taskId,
          owner.projectId,
          owner.taskId,
          owner.projectId,
        ],
      );
      if (row === undefined) throw new Error('the record of a request to a model was not stored');
      const none = { cachedTokens: 0, outputTokens: 0 };
      // Concurrent requests wait for the row of the month, so that together they also stay within the budget.
      const month = await count(transaction, row, { calls: 1, inputTokens, costMicroUsd, ...none });
      keepTo(month, { tokens: inputTokens, costMicroUsd });
    });
    return { id, inputTokens, costMicroUsd };
  }

  /** Records the end of a request and adjusts the counters. A request that counts as lost stays lost. */
  async end(projectId: string, sent: SentCall, { usage, ...end }: CallEnd): Promise<void> {
    const { costMicroUsd } = usage;
    await this.database.write(async (transaction) => {
      const [row] = await transaction.query<CountedAt>(
        `UPDATE model_calls SET state = ?, input_tokens = ?, cached_tokens = ?, output_tokens = ?, reasoning_tokens = ?,
           cost_micro_usd = ?, estimated_input_tokens = ?, estimated_output_tokens = ?, reported_input_tokens = ?,
           reported_output_tokens = ?, first_token_ms = ?, duration_ms = ?, error = ?, finished_at = ${this.database.now}
         WHERE id = ? AND project_id = ? AND state = 'sent' RETURNING *`,
        [
          end.state,
          usage.inputTokens,
          usage.cachedTokens,
          usage.outputTokens,
          usage.reasoningTokens,
          costMicroUsd,
          end.estimated.inputTokens,
          end.estimated.outputTokens,
          storable(end.reported?.inputTokens),
          storable(end.reported?.outputTokens),
          end.firstTokenMs,
          end.durationMs,
          end.error,
          sent.id,
          projectId,
        ],
      );
      if (row === undefined) return;
      await count(transaction, row, {
        calls: 0,
        inputTokens: usage.inputTokens - sent.inputTokens,
        cachedTokens: usage.cachedTokens,
        outputTokens: usage.outputTokens,
        costMicroUsd: costMicroUsd === null ? null : costMicroUsd - (sent.costMicroUsd ?? 0),
      });
    });
  }

  /**
   * Records that a run of a task uses models, so that its end stores its usage, and marks the open requests of an
   * earlier run as lost.
   */
  async begin(projectId: string, taskId: string): Promise<void> {
    await this.database.write(async (transaction) => {
      // The task is locked before its requests, in the same order as at its end.
      await transaction.query(
        `UPDATE tasks SET usage = '{}' WHERE id = ? AND project_id = ? AND usage IS NULL`,
        [taskId, projectId],
      );
      await this.use.lose(transaction, { id: taskId, project_id: projectId });
    });
  }

  /** Returns the requests of a task after the one with the id `after`, in the order in which they were made. */
  list(
    projectId: string,
    taskId: string,
    { after, limit }: { after: string; limit: number },
  ): Promise<ListedCall[]> {
    return this.database.query<ListedCall>(
      `SELECT c.*, s.name AS step_name FROM model_calls c LEFT JOIN task_steps s ON s.id = c.step_id AND s.project_id = c.project_id
       WHERE c.task_id = ? AND c.project_id = ? AND c.id > ? ORDER BY c.task_id, c.id LIMIT ?`,
      [taskId, projectId, after, limit],
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

/** Returns a reported number in storable form; null if it is missing or not finite. */
function storable(reported: number | undefined): number | null {
  if (reported === undefined || !Number.isFinite(reported)) return null;
  return Math.min(Math.max(Math.round(reported), -1), Number.MAX_SAFE_INTEGER);
}
