import { Database1700000000001 } from './migrations/0001-database.js';
import { SchemaMarkEntity } from './schema-mark.entity.js';

export const entities = [SchemaMarkEntity];
export const migrations = [Database1700000000001];
