import { IdempotencyKeyEntity } from './submission/idempotency-key.entity.js';
import { Idempotency1700000000007 } from './migrations/0007-idempotency.js';
import { RunHistoryEntity } from './views/run-history.entity.js';

export const entities = [IdempotencyKeyEntity, RunHistoryEntity];
export const migrations = [Idempotency1700000000007];
