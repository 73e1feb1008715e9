import { MetarunError } from '../../../base/kernel/errors.js';
import type { Database, Transaction } from '../../../platform/database/database.js';

/** Maximum number of projects that a refusal names. */
const NAMED = 5;

/** Throws `conflict` if the installation would have no administrator without this user. */
export async function keepAdministrators(
  tx: Transaction,
  leaving: { id: string; is_admin: boolean | number },
): Promise<void> {
  if (!leaving.is_admin) return;
  const others = await tx.query('SELECT id FROM users WHERE is_admin AND id <> ? LIMIT 1', [
    leaving.id,
  ]);
  if (others.length === 0)
    throw new MetarunError(
      'conflict',
      "This is the installation's last administrator; make another user one first.",
    );
}

/** Throws `conflict` if a project would have no administrator without this user. */
export async function keepProjectAdministrators(
  tx: Transaction,
  kind: Database['kind'],
  userId: string,
): Promise<void> {
  // The same lock as for changes of members: of two administrators who leave at the same time, one stays.
  if (kind === 'postgres')
    await tx.query(
      `SELECT id FROM projects WHERE id IN (SELECT project_id FROM members WHERE user_id = ? AND role = 'admin')
       ORDER BY id FOR UPDATE`,
      [userId],
    );
  const alone = await tx.query<{ slug: string }>(
    `SELECT p.slug FROM members m JOIN projects p ON p.id = m.project_id
     WHERE m.user_id = ? AND m.role = 'admin' AND p.archived_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM members o WHERE o.project_id = m.project_id AND o.role = 'admin' AND o.user_id <> m.user_id)
     ORDER BY p.slug LIMIT ${NAMED + 1}`,
    [userId],
  );
  if (alone.length === 0) return;
  const named = alone.slice(0, NAMED).map(({ slug }) => `"${slug}"`);
  const list = [...named, ...(alone.length > NAMED ? ['others'] : [])].join(', ');
  throw new MetarunError(
    'conflict',
    `This is the last administrator of ${list}; make another member of each one first.`,
  );
}
