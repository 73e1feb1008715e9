import { ModelCallEntity } from './gateway/model-call.entity.js';
import { Models1700000000026 } from './migrations/0026-models.js';
import { ModelUsage1700000000035 } from './migrations/0035-model-usage.js';
import { ModelCalls1700000000038 } from './migrations/0038-model-calls.js';
import { CountedTokens1700000000080 } from './migrations/0080-counted-tokens.js';
import { ModelProviderEntity } from './providers/model-provider.entity.js';
import { ModelBudgetEntity } from './usage/model-budget.entity.js';
import { ModelMonthEntity } from './usage/model-month.entity.js';
import { ModelUsageEntity } from './usage/model-usage.entity.js';

export const entities = [
  ModelProviderEntity,
  ModelCallEntity,
  ModelUsageEntity,
  ModelMonthEntity,
  ModelBudgetEntity,
];
export const migrations = [
  Models1700000000026,
  ModelUsage1700000000035,
  ModelCalls1700000000038,
  CountedTokens1700000000080,
];
