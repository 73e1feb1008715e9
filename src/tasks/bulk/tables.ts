import { Bulk1700000000015 } from './migrations/0015-bulk.js';
import { BulkItemEntity } from './bulk-item.entity.js';
import { BulkOperationEntity } from './bulk-operation.entity.js';

export const entities = [BulkOperationEntity, BulkItemEntity];
export const migrations = [Bulk1700000000015];
