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
  /** The estimate, and the report of the provider; null for none. */
  estimated: { inputTokens: number; outputTokens: number };
  reported: Pick<Reported, 'inputTokens' | 'outputTokens'> | null;
  firstTokenMs: number | null;
  durationMs: number;
  error: string | null;
}

/** A request that is being made, with what is estimated of it. */
export interface SentCall {
  id: string;
  inputTokens: number;
  costMicroUsd: number | null;
}

/** The sums of a task's calls so far. */
export interface UsedByTask {
  calls: number;
  tokens: number;
  costMicroUsd: number;
}

/** A request as clients see it, with the name of its step. */
export type ListedCall = ModelCallEntity & { step_name: string | null };

/** The records of requests to models. */
export class ModelCalls {
  constructor(
    private readonly database: Database,
    private readonly use: ModelUse,
  ) {}

  /**
   * Records a request that is about to be made. It counts from now on. Throws `budget_exceeded` where it would pass the
   * project's budget of the month; nothing is recorded then.
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
      // Others that are made at the same time wait for the row of the month: together they keep to the budget as well.
      const month = await count(transaction, row, { calls: 1, inputTokens, costMicroUsd, ...none });
      keepTo(month, { tokens: inputTokens, costMicroUsd });
    });
    return { id, inputTokens, costMicroUsd };
  }

  /** Records how a request ended, and counts it by that. One that counts as lost stays so. */
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

  /** Notes that a run of a task asks models, so that its end records what it has used; and that an earlier run has lost its requests. */
  async begin(projectId: string, taskId: string): Promise<void> {
    await this.database.write(async (transaction) => {
      // The task before its requests, as its end does it.
      await transaction.query(
        `UPDATE tasks SET usage = '{}' WHERE id = ? AND project_id = ? AND usage IS NULL`,
        [taskId, projectId],
      );
      await this.use.lose(transaction, { id: taskId, project_id: projectId });
    });
  }

  /** Returns the requests of a task behind the one with the id `after`, in the order in which they were made. */
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

/** Returns a number that a provider has reported as a column takes it; null for one that it does not take. */
function storable(reported: number | undefined): number | null {
  if (reported === undefined || !Number.isFinite(reported)) return null;
  return Math.min(Math.max(Math.round(reported), -1), Number.MAX_SAFE_INTEGER);
}
