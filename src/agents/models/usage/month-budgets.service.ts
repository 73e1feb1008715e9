import { Injectable } from '@nestjs/common';
import { MetarunError } from '../../../base/kernel/errors.js';
import { Database, type Transaction } from '../../../platform/database/database.js';
import { assertConditions, type Conditions } from '../../../platform/wire/conditions.js';
import { contentTag } from '../../../platform/wire/content-tag.js';
import { noteFormer } from '../../../access/audit/former-values.js';
import { MODEL_ERRORS } from '../errors.js';
import { formatMonth, nextMonth } from './calendar.js';
import { MICRO } from '../usd.js';

/** Limit on a project's model usage in a calendar month, UTC; null = no limit. */
export interface MonthBudget {
  usd: number | null;
  tokens: number | null;
}

/** A budget with its current usage. */
export interface MonthBudgetUse extends MonthBudget {
  /** Month, such as `2026-11`. */
  month: string;
  usedUsd: number;
  usedTokens: number;
  /** Beginning of the next month in ms. */
  resetsAt: number;
}

/** A budget with its current usage, as stored. */
export interface BudgetRow {
  usd_month: number | null;
  tokens_month: number | null;
  tokens: number | null;
  cost_micro_usd: number | null;
}

/** Manages the model budgets of projects. */
@Injectable()
export class MonthBudgets {
  constructor(private readonly database: Database) {}

  async get(
    projectId: string,
    reader: Pick<Transaction, 'query'> = this.database,
  ): Promise<MonthBudgetUse> {
    const now = Date.now();
    const month = formatMonth(now);
    const [row] = await reader.query<BudgetRow>(
      `SELECT b.usd_month, b.tokens_month, m.tokens, m.cost_micro_usd FROM projects p
       LEFT JOIN model_budgets b ON b.project_id = p.id
       LEFT JOIN model_months m ON m.project_id = p.id AND m.month = ? WHERE p.id = ?`,
      [month, projectId],
    );
    return { ...toBudgetUse(row), month, resetsAt: nextMonth(now) };
  }

  /** Changes the given limits. Throws `precondition_failed` if the conditions do not match the current budget. */
  async change(
    projectId: string,
    given: Partial<MonthBudget>,
    conditions: Conditions = {},
  ): Promise<MonthBudgetUse> {
    const before = await this.database.write(async (tx) => {
      await tx.lock(`model budget ${projectId}`);
      const present = await this.get(projectId, tx);
      assertConditions(conditions, 'budget', budgetTag(present));
      const { usd = present.usd, tokens = present.tokens } = given;
      await tx.query(
        `INSERT INTO model_budgets (project_id, usd_month, tokens_month) VALUES (?, ?, ?)
         ON CONFLICT (project_id) DO UPDATE
         SET usd_month = excluded.usd_month, tokens_month = excluded.tokens_month`,
        [projectId, usd, tokens],
      );
      return present;
    });
    noteFormer({ model_budget_usd_month: before.usd, model_budget_tokens_month: before.tokens });
    return this.get(projectId);
  }

  /** Throws `budget_exceeded` if a project has used up its monthly budget. Reads two rows by key. */
  async admit(projectId: string): Promise<void> {
    const [row] = await this.database.query<BudgetRow>(
      `SELECT b.usd_month, b.tokens_month, m.tokens, m.cost_micro_usd FROM model_budgets b
       LEFT JOIN model_months m ON m.project_id = b.project_id AND m.month = ? WHERE b.project_id = ?`,
      [formatMonth(Date.now()), projectId],
    );
    if (row !== undefined) keepTo(row, { tokens: 0, costMicroUsd: 0 });
  }
}

/** Returns the ETag of a budget, derived only from its limits, so that usage does not change it. */
export function budgetTag({ usd, tokens }: MonthBudget): string {
  return contentTag({ usd, tokens });
}

/**
 * Throws `budget_exceeded` if the month is used up, or if the estimated input of a request, which is already counted,
 * exceeds the limit. `costMicroUsd` is null for a model without prices, which a budget in USD refuses.
 */
export function keepTo(
  row: BudgetRow,
  request: { tokens: number; costMicroUsd: number | null },
): void {
  const { usd, tokens, usedUsd, usedTokens } = toBudgetUse(row);
  const before = usedTokens - request.tokens;
  if (tokens !== null && (before >= tokens || usedTokens > tokens))
    throw exceeded(
      `model_budget_tokens_month is ${tokens}: the project has used ${before} tokens of models this month${needs(request.tokens, String(request.tokens))}`,
    );
  if (usd === null) return;
  const cost = (request.costMicroUsd ?? 0) / MICRO;
  if (usedUsd - cost >= usd || usedUsd > usd)
    throw exceeded(
      `model_budget_usd_month is ${usd}: the project has spent about ${(usedUsd - cost).toFixed(4)} USD on models this month${needs(cost, cost.toFixed(4))}`,
    );
  if (request.costMicroUsd === null)
    throw new MetarunError(
      MODEL_ERRORS.budget_exceeded,
      `model_budget_usd_month is ${usd}, and this model has no prices, so that what it costs cannot be counted: give it prices, or take the limit away.`,
    );
}

function needs(amount: number, text: string): string {
  return amount === 0 ? '' : `, and the input of this request is about ${text}`;
}

function toBudgetUse(row: BudgetRow | undefined): Omit<MonthBudgetUse, 'month' | 'resetsAt'> {
  return {
    usd: row?.usd_month ?? null,
    tokens: row?.tokens_month ?? null,
    usedUsd: Number(row?.cost_micro_usd ?? 0) / MICRO,
    usedTokens: Number(row?.tokens ?? 0),
  };
}

function exceeded(why: string): MetarunError {
  const next = new Date(nextMonth(Date.now())).toISOString().slice(0, 10);
  return new MetarunError(
    MODEL_ERRORS.budget_exceeded,
    `${why}. It may go on from ${next} (UTC), or once an administrator has raised the limit: metarun projects model-budget.`,
  );
}
