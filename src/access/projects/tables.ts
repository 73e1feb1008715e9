import { Projects1700000000006 } from './migrations/0006-projects.js';
import { MemberEntity } from './member.entity.js';
import { ProjectUsageEntity } from './project-usage.entity.js';
import { ProjectEntity } from './project.entity.js';
import { WorkspaceEntity } from './workspace.entity.js';

export const entities = [ProjectEntity, MemberEntity, ProjectUsageEntity, WorkspaceEntity];
export const migrations = [Projects1700000000006];
