import { GuidedError } from '../../base/kernel/guided-error.js';
import type { Database } from '../../platform/database/database.js';
import type { CipherKey } from '../../access/secrets/cipher.js';
import { type Keys, resealSecrets } from '../../access/secrets/resealed.js';
import type { SecretKey } from '../../access/secrets/secret-key.js';
import { resealWebhooks } from '../../tasks/webhooks/webhook-secrets.js';
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

const DOCS = 'operations.md#rotate-the-key-of-the-secrets';

/** Rotates the key of the data folder, from `from` to one that it makes, or that an interrupted rotation has made. */
export async function rotateFileKey(
  database: Database,
  key: SecretKey,
  from: CipherKey,
): Promise<KeyRotation> {
  await assertUnused(database);
  return rotateTo(database, key, { from, to: await key.prepareNext() });
}

/** Takes the next key once all that can be read is stored with it: two servers that finish a rotation together take the same one. */
async function rotateTo(database: Database, key: SecretKey, keys: Keys): Promise<KeyRotation> {
  const done = await rotateKey(database, keys);
  await key.takeNext(keys.to);
  return done;
}

/**
 * Finishes a rotation that was interrupted, before a server reads a secret. Returns whether there was one. Throws a GuidedError
 * where it cannot, since the server would not read what is stored already with the new key.
 */
export async function finishRotation(database: Database, key: SecretKey): Promise<boolean> {
  const next = await key.findNext();
  if (next === null) return false;
  const current = await key.find();
  if (key.isFile) {
    await assertEitherReads(database, key, [current, next]);
    // Another server may have taken it since it was read.
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

/** Throws where neither key reads any of the secrets that are stored: the one to take is neither, or the right one is lost. */
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

/** Encrypts all secrets with another key, in one transaction that is on the disk when it resolves, while no server works on the database. */
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

/** Throws where servers work on the database. One of SQLite belongs to who has the lock on its folder; a server that was killed may still stand in it as one that lives. */
async function assertUnused(database: Database): Promise<void> {
  if (database.kind === 'postgres') await assertStopped(database, DOCS);
}

/** A commit of SQLite may be lost with the machine until its log is in the database, and the old key is about to go. */
async function putOnDisk(database: Database): Promise<void> {
  const [done] = await database.execute<{ busy: number }>('PRAGMA wal_checkpoint(FULL)');
  if (done?.busy === 0) return;
  throw new GuidedError('Another process reads the database, so that the old key has to stay.', {
    code: 'database_busy',
    fix: 'End it, and try again: the rotation goes on where it was.',
    docs: DOCS,
  });
}
