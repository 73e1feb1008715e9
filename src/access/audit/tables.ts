import { Audit1700000000005 } from './migrations/0005-audit.js';
import { AuditEntity } from './audit.entity.js';

export const entities = [AuditEntity];
export const migrations = [Audit1700000000005];
