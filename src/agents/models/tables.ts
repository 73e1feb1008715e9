import { Models1700000000020 } from './migrations/0020-models.js';
import { ModelCallEntity } from './gateway/model-call.entity.js';
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
export const migrations = [Models1700000000020];
