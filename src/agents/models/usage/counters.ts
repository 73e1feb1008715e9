import type { Transaction } from '../../../platform/database/database.js';
import { toDay, formatMonth } from './calendar.js';
import type { BudgetRow } from './month-budgets.service.js';

/** Keys of the counters for a request. */
export interface CountedAt {
  project_id: string;
  created_at: number;
  task_type: string | null;
  provider: string;
  model: string;
  agent_id: string | null;
}

/** Amounts to add; negative ones correct an estimate that was too high. */
export interface Amounts {
  calls: number;
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  /** Null if the model has no prices. */
  costMicroUsd: number | null;
}

/**
 * Adds to a project's usage of a day and a month, in the transaction that records the request. Returns the usage of
 * the month with the budget.
 */
export async function count(
  transaction: Transaction,
  at: CountedAt,
  { calls, inputTokens, cachedTokens, outputTokens, costMicroUsd }: Amounts,
): Promise<BudgetRow> {
  await transaction.query(
    `INSERT INTO model_usage (project_id, day, task_type, model, agent_id, calls, input_tokens, cached_tokens, output_tokens,
       cost_micro_usd)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (project_id, day, task_type, model, agent_id) DO UPDATE SET calls = model_usage.calls + excluded.calls,
       input_tokens = model_usage.input_tokens + excluded.input_tokens,
       cached_tokens = model_usage.cached_tokens + excluded.cached_tokens,
       output_tokens = model_usage.output_tokens + excluded.output_tokens,
       cost_micro_usd = CASE WHEN excluded.cost_micro_usd IS NULL THEN model_usage.cost_micro_usd
         ELSE COALESCE(model_usage.cost_micro_usd, 0) + excluded.cost_micro_usd END`,
    [
      at.project_id,
      toDay(at.created_at),
      at.task_type ?? '',
      `${at.provider}/${at.model}`,
      at.agent_id ?? '',
      calls,
      inputTokens,
      cachedTokens,
      outputTokens,
      costMicroUsd,
    ],
  );
  const [row] = await transaction.query<BudgetRow>(
    `INSERT INTO model_months (project_id, month, tokens, cost_micro_usd) VALUES (?, ?, ?, ?)
     ON CONFLICT (project_id, month) DO UPDATE SET tokens = model_months.tokens + excluded.tokens,
       cost_micro_usd = model_months.cost_micro_usd + excluded.cost_micro_usd
     RETURNING tokens, cost_micro_usd, (SELECT usd_month FROM model_budgets WHERE project_id = ?) AS usd_month,
       (SELECT tokens_month FROM model_budgets WHERE project_id = ?) AS tokens_month`,
    [
      at.project_id,
      formatMonth(at.created_at),
      inputTokens + outputTokens,
      costMicroUsd ?? 0,
      at.project_id,
      at.project_id,
    ],
  );
  if (row === undefined) throw new Error('the usage of a month was not stored');
  return row;
}
