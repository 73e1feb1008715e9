import { QUOTA_SETTINGS, USER_QUOTA_SETTINGS } from '../../../base/config/quota-settings.js';
import type { Config } from '../../../base/config/settings.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import type { SqlValue, Transaction } from '../../../platform/database/database.js';
import { type Actor, actorKey } from '../../../workflow/engine/state/actor.js';

type Limits = Pick<Config, 'maxDrafts' | 'maxUserDrafts'>;

/**
 * Refuses inserted drafts within their transaction if the project or the user has too many. Other drafts wait for its
 * end. Throws `project_quota_exceeded`, which says what to delete.
 */
export async function admitDrafts(
  tx: Transaction,
  { maxDrafts, maxUserDrafts }: Limits,
  projectId: string,
  by: Actor,
): Promise<void> {
  if (maxDrafts === 0 && maxUserDrafts === 0) return;
  await tx.lock(`drafts ${projectId}`);
  if (maxUserDrafts > 0 && (await count(tx, projectId, actorKey(by))) > maxUserDrafts)
    throw new MetarunError(
      'project_quota_exceeded',
      `${USER_QUOTA_SETTINGS.maxUserDrafts.env} allows you ${maxUserDrafts} drafts in this project, and you have as many. They go a day after ` +
        'their end. Delete those of yours that have ended: `metarun tasks delete-drafts`, or DELETE …/drafts of the project.',
    );
  if (maxDrafts > 0 && (await count(tx, projectId, null)) > maxDrafts)
    throw new MetarunError(
      'project_quota_exceeded',
      `${QUOTA_SETTINGS.maxDrafts.env} allows a project ${maxDrafts} drafts, and there are as many. They go a day after their end. Delete those ` +
        'of yours that have ended: `metarun tasks delete-drafts`, or DELETE …/drafts of the project; its administrators delete ' +
        'those of everybody with `--all`, or `?all=true`.',
    );
}

async function count(
  tx: Transaction,
  projectId: string,
  createdBy: string | null,
): Promise<number> {
  const values: SqlValue[] = createdBy === null ? [projectId] : [projectId, createdBy];
  const [row] = await tx.query<{ drafts: number }>(
    `SELECT COUNT(*) AS drafts FROM tasks WHERE project_id = ? AND draft = 1 AND parent_id IS NULL
     ${createdBy === null ? '' : 'AND created_by = ?'}`,
    values,
  );
  return Number(row?.drafts ?? 0);
}
