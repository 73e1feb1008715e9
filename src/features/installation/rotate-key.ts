import { GuidedError } from '../../base/kernel/guided-error.js';
import type { Database } from '../../platform/database/database.js';
import { type Keys, resealSecrets } from '../secrets/resealed.js';
import { resealWebhooks } from '../webhooks/webhook-secrets.js';
import { assertStopped } from './assert-stopped.js';
import { checkSecrets } from './secrets-check.js';

export interface KeyRotation {
  /** Secrets of projects and of webhooks that have been encrypted with the new key. */
  secrets: number;
  webhooks: number;
  /** Those that were stored with neither key, and stay as they are. */
  unreadable: number;
  /** Links to open approvals, which the old key had signed: they no longer work. */
  links: number;
}

/** Encrypts all secrets with another key, in one transaction that is on the disk when it resolves, while no server works on the database. */
export async function rotateKey(
  database: Database,
  keys: Keys,
  docs: string,
): Promise<KeyRotation> {
  await assertStopped(database, docs);
  const [secrets, webhooks] = await database.write(async (transaction) => [
    await resealSecrets(transaction, keys),
    await resealWebhooks(transaction, keys),
  ]);
  if (database.kind === 'sqlite') await putOnDisk(database, docs);
  const { unreadable } = await checkSecrets(database, keys.to);
  const [open] = await database.query<{ links: number }>(
    `SELECT COUNT(*) AS links FROM approval_links l JOIN approvals a ON a.id = l.approval_id AND a.project_id = l.project_id
     WHERE l.revoked_at IS NULL AND l.used_at IS NULL AND a.status = 'pending'`,
  );
  return { secrets, webhooks, unreadable, links: Number(open?.links ?? 0) };
}

/** A commit of SQLite may be lost with the machine until its log is in the database, and the old key is about to go. */
async function putOnDisk(database: Database, docs: string): Promise<void> {
  const [done] = await database.execute<{ busy: number }>('PRAGMA wal_checkpoint(FULL)');
  if (done?.busy === 0) return;
  throw new GuidedError('Another process reads the database, so that the old key has to stay.', {
    code: 'database_busy',
    fix: 'End it, and run the command again before any server is started: it goes on where it was.',
    docs,
  });
}
