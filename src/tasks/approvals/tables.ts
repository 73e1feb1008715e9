import { Approvals1700000000013 } from './migrations/0013-approvals.js';
import { ApprovalLinkEntity } from './approval-link.entity.js';
import { ApprovalEntity } from './approval.entity.js';

export const entities = [ApprovalEntity, ApprovalLinkEntity];
export const migrations = [Approvals1700000000013];
