import { newId } from '../../base/kernel/ids.js';
import type { Transaction } from '../../platform/database/database.js';
import { MemberEntity } from './member.entity.js';
import { WorkspaceEntity } from './workspace.entity.js';

interface NewProject {
  id: string;
  slug: string;
  name: string;
  /** Ms since the epoch. */
  createdAt: number;
}

/**
 * Stores a project with its default workspace and first administrator. Returns false, without a change, if the slug is
 * taken. The unique index decides, so of two concurrent servers only one succeeds.
 */
export async function createProject(
  transaction: Transaction,
  project: NewProject,
  adminId: string,
): Promise<boolean> {
  const { id, slug, name, createdAt } = project;
  const made = await transaction.query(
    `INSERT INTO projects (id, slug, name, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (slug) DO NOTHING RETURNING id`,
    [id, slug, name, createdAt],
  );
  if (made.length === 0) return false;
  await transaction.manager.insert(MemberEntity, {
    project_id: id,
    user_id: adminId,
    role: 'admin',
    created_at: createdAt,
  });
  await transaction.manager.insert(WorkspaceEntity, {
    id: newId(),
    project_id: id,
    name: 'default',
    kind: 'files',
    is_default: true,
    quota_bytes: null,
    created_at: createdAt,
    deleted_at: null,
  });
  return true;
}
