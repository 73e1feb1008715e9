import { Initial1700000000001 } from './migrations/0001-initial.js';
import { SchemaMarkEntity } from './schema-mark.entity.js';

export const entities = [SchemaMarkEntity];
export const migrations = [Initial1700000000001];
