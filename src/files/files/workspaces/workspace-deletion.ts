import type { Transaction } from '../../../platform/database/database.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import type { WorkspaceRef } from './workspace.js';

/** Maximum number of meta-tasks in a refusal. */
const NAMED = 5;

/** Throws `conflict` if deleting the workspace would lose files or versions, or the workspace of scripts. */
export async function assertNotNeeded(
  transaction: Transaction,
  { id, projectId }: WorkspaceRef,
): Promise<void> {
  const [held] = await transaction.query<{ files: number; versions: number }>(
    `SELECT (SELECT COUNT(*) FROM files WHERE workspace_id = ?) AS files,
        (SELECT COUNT(*) FROM file_versions WHERE workspace_id = ?) AS versions`,
    [id, id],
  );
  const files = Number(held?.files ?? 0);
  const versions = Number(held?.versions ?? 0);
  if (files > 0 || versions > 0)
    throw new MetarunError(
      'conflict',
      `The workspace holds ${files} files and directories and ${versions} earlier versions of files; ` +
        'with ?force=true they are deleted with it, for good.',
    );
  const bound = await transaction.query<{ identifier: string }>(
    `SELECT t.identifier FROM task_types t
        JOIN task_type_versions v ON v.task_type_id = t.id AND v.version = t.current_version
      WHERE t.project_id = ? AND v.workspace_id = ? AND t.archived_at IS NULL
      ORDER BY t.identifier LIMIT ${NAMED}`,
    [projectId, id],
  );
  if (bound.length > 0)
    throw new MetarunError(
      'conflict',
      `Scripts work in this workspace, such as those of ${bound.map((row) => `"${row.identifier}"`).join(', ')}: ` +
        'bind them to another one, or delete it with ?force=true.',
    );
}
