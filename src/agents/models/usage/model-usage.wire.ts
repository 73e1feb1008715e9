import { isoTime } from '../../../base/kernel/clock.js';
import type {
  ChangeModelBudgetDto,
  ModelBudgetDto,
  ModelUsageReportDto,
} from './model-usage.dto.js';
import type { UsageGroup, UsageReport } from './model-usage.service.js';
import type { MonthBudget, MonthBudgetUse } from './month-budgets.service.js';
import { toUsd } from '../usd.js';

export function usageReportDto(
  { from, to, groups }: UsageReport,
  groupBy: UsageGroup,
): ModelUsageReportDto {
  return {
    from,
    to,
    group_by: groupBy,
    groups: groups.map(
      ({ group, calls, inputTokens, cachedTokens, outputTokens, costMicroUsd }) => ({
        group,
        model_calls: calls,
        input_tokens: inputTokens,
        cached_tokens: cachedTokens,
        output_tokens: outputTokens,
        cost_usd: toUsd(costMicroUsd),
      }),
    ),
  };
}

/** Returns the limits in a body; omitted members are omitted. */
export function givenBudget(body: ChangeModelBudgetDto): Partial<MonthBudget> {
  const { model_budget_usd_month: usd, model_budget_tokens_month: tokens } = body;
  return { ...(usd === undefined ? {} : { usd }), ...(tokens === undefined ? {} : { tokens }) };
}

export function modelBudgetDto(budget: MonthBudgetUse): ModelBudgetDto {
  return {
    model_budget_usd_month: budget.usd,
    model_budget_tokens_month: budget.tokens,
    month: budget.month,
    used_usd: budget.usedUsd,
    used_tokens: budget.usedTokens,
    resets_at: isoTime(budget.resetsAt),
  };
}
