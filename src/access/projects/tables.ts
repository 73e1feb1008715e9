import { MemberEntity } from './member.entity.js';
import { Quotas1700000000020 } from './migrations/0020-quotas.js';
import { McpApprovals1700000000055 } from './migrations/0055-mcp-approvals.js';
import { ProjectUsageEntity } from './project-usage.entity.js';
import { ProjectEntity } from './project.entity.js';
import { WorkspaceEntity } from './workspace.entity.js';

export const entities = [ProjectEntity, MemberEntity, ProjectUsageEntity, WorkspaceEntity];
export const migrations = [Quotas1700000000020, McpApprovals1700000000055];
