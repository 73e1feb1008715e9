import { AuditEntity } from './audit.entity.js';
import { Audit1700000000046 } from './migrations/0046-audit.js';

export const entities = [AuditEntity];
export const migrations = [Audit1700000000046];
