import { Retention1700000000012 } from './migrations/0012-retention.js';
import { RetentionEntity } from './retention.entity.js';

export const entities = [RetentionEntity];
export const migrations = [Retention1700000000012];
