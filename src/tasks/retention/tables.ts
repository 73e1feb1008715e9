import { Retention1700000000018 } from './migrations/0018-retention.js';
import { RetentionEntity } from './retention.entity.js';

export const entities = [RetentionEntity];
export const migrations = [Retention1700000000018];
