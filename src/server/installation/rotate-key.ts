import { GuidedError } from '../../base/kernel/guided-error.js';
import type { Database } from '../../platform/database/database.js';
import type { CipherKey } from '../../access/secrets/cipher.js';
import { type Keys, resealSecrets } from '../../access/secrets/resealed.js';
import type { SecretKey } from '../../access/secrets/secret-key.js';
import { resealWebhooks } from '../../tasks/webhooks/webhook-secrets.js';
import { assertStopped } from './assert-stopped.js';
import { checkSecrets } from './secrets-check.js';

export interface KeyRotation {
  /** Numbers of project secrets and webhook secrets that were encrypted with the new key. */
  secrets: number;
  webhooks: number;
  /** Number of secrets that neither key decrypts, which are left as they are. */
  unreadable: number;
  /** Number of links to open approvals that were signed with the old key and no longer work. */
  links: number;
}

const DOCS = 'operations.md#rotate-the-key-of-the-secrets';

/** Rotates the key of the data folder, from `from` to a new one, or to the one prepared by an interrupted rotation. */
export async function rotateFileKey(
  database: Database,
  key: SecretKey,
  from: CipherKey,
): Promise<KeyRotation> {
  await assertUnused(database);
  return rotateTo(database, key, { from, to: await key.prepareNext() });
}

/**
 * Re-encrypts everything, then replaces the key. Two servers that finish a rotation at the same time use the same key.
 */
async function rotateTo(database: Database, key: SecretKey, keys: Keys): Promise<KeyRotation> {
  const done = await rotateKey(database, keys);
  await key.takeNext(keys.to);
  return done;
}

/**
 * Finishes an interrupted rotation, before the server reads a secret. Returns whether there was one. Throws a
 * GuidedError if it cannot, since the server could not read what is already encrypted with the new key.
 */
export async function finishRotation(database: Database, key: SecretKey): Promise<boolean> {
  const next = await key.findNext();
  if (next === null) return false;
  const current = await key.find();
  if (key.isFile) {
    await assertEitherReads(database, key, [current, next]);
    // Another server may have replaced the key in the meantime.
    if (current === null || current.id === next.id) await key.takeNext(next);
    else await rotateTo(database, key, { from: current, to: next });
    return true;
  }
  const { unreadable } = await checkSecrets(database, current);
  if (unreadable === 0) return false;
  throw new GuidedError(
    `A rotation of the key was interrupted, and ${key.place} is not the key that ${unreadable} secrets were stored with.`,
    {
      code: 'rotation_interrupted',
      fix: `Set ${key.place} to the content of ${key.nextPath}, or unset it; if the key is right, remove that file.`,
      docs: DOCS,
    },
  );
}

/** Throws if neither key decrypts any stored secret: the prepared key is wrong, or the right key is lost. */
async function assertEitherReads(
  database: Database,
  { place, nextPath }: SecretKey,
  keys: readonly (CipherKey | null)[],
): Promise<void> {
  let total = 0;
  for (const key of keys) {
    const { stored, unreadable } = await checkSecrets(database, key);
    if (unreadable < stored) return;
    total = stored;
  }
  if (total === 0) return;
  const isMissing = keys.includes(null);
  throw new GuidedError(
    `A rotation of the key was interrupted, and the ${total} stored secrets cannot be read: ` +
      (isMissing
        ? `${place} is missing, and ${nextPath} is not the key that they were stored with.`
        : `neither ${place} nor ${nextPath} is the key that they were stored with.`),
    {
      code: 'rotation_interrupted',
      fix: `Restore ${place} from a copy. If there is none, remove ${nextPath}: the secrets then have to be stored again.`,
      docs: DOCS,
    },
  );
}

/**
 * Encrypts all secrets with another key in one transaction, which is on disk when the promise resolves. No server may
 * use the database meanwhile.
 */
export async function rotateKey(database: Database, keys: Keys): Promise<KeyRotation> {
  await assertUnused(database);
  const [secrets, webhooks] = await database.write(async (transaction) => [
    await resealSecrets(transaction, keys),
    await resealWebhooks(transaction, keys),
  ]);
  if (database.kind === 'sqlite') await putOnDisk(database);
  const { unreadable } = await checkSecrets(database, keys.to);
  const [open] = await database.query<{ links: number }>(
    `SELECT COUNT(*) AS links FROM approval_links l JOIN approvals a ON a.id = l.approval_id AND a.project_id = l.project_id
     WHERE l.revoked_at IS NULL AND l.used_at IS NULL AND a.status = 'pending'`,
  );
  return { secrets, webhooks, unreadable, links: Number(open?.links ?? 0) };
}

/**
 * Throws if servers use the database. SQLite needs no check: it belongs to the process that holds the lock of its
 * folder, and the row of a killed server may still look alive.
 */
async function assertUnused(database: Database): Promise<void> {
  if (database.kind === 'postgres') await assertStopped(database, DOCS);
}

/**
 * Writes the log of SQLite to the database before the old key is deleted: until then a crash of the machine may lose
 * the commit.
 */
async function putOnDisk(database: Database): Promise<void> {
  const [done] = await database.execute<{ busy: number }>('PRAGMA wal_checkpoint(FULL)');
  if (done?.busy === 0) return;
  throw new GuidedError('Another process reads the database, so that the old key has to stay.', {
    code: 'database_busy',
    fix: 'End it, and try again: the rotation goes on where it was.',
    docs: DOCS,
  });
}
