import { BulkItemEntity } from './bulk-item.entity.js';
import { BulkOperationEntity } from './bulk-operation.entity.js';
import { Bulk1700000000050 } from './migrations/0050-bulk.js';

export const entities = [BulkOperationEntity, BulkItemEntity];
export const migrations = [Bulk1700000000050];
