import { Tasks1700000000014 } from './migrations/0014-tasks.js';
import { IdempotencyKeyEntity } from './submission/idempotency-key.entity.js';
import { RunHistoryEntity } from './views/run-history.entity.js';

export const entities = [IdempotencyKeyEntity, RunHistoryEntity];
export const migrations = [Tasks1700000000014];
