import { IdempotencyKeyEntity } from './idempotency-key.entity.js';
import { Idempotency1700000000007 } from './migrations/0007-idempotency.js';
import { RunHistoryEntity } from './run-history.entity.js';

export const entities = [IdempotencyKeyEntity, RunHistoryEntity];
export const migrations = [Idempotency1700000000007];
