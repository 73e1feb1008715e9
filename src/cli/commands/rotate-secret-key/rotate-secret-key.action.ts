import { readFile } from 'node:fs/promises';
import type { Config } from '../../../base/config/settings.js';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import {
  type KeyRotation,
  rotateFileKey,
  rotateKey,
} from '../../../server/installation/rotate-key.js';
import type { CipherKey } from '../../../access/secrets/cipher.js';
import { keyIn, SecretKey } from '../../../access/secrets/secret-key.js';
import { DataFolderLock } from '../../../platform/database/data-folder-lock.js';
import { readServerConfig } from '../../../server/core/config.js';
import { usageError } from '../../toolkit/command-error.js';
import { withDatabase } from '../../toolkit/open-database.js';
import { printJson } from '../../toolkit/print-json.js';
import { stdout } from '../../toolkit/output.js';

export interface RotateSecretKeyOptions {
  /** File with the new key. */
  newKey?: string | undefined;
  json?: boolean | undefined;
}

const DOCS = 'operations.md#rotate-the-key-of-the-secrets';
const MAKE_ONE =
  'Make one by `openssl rand -base64 32 > new.key`, and give it by --new-key new.key';

/**
 * Runs `metarun rotate-secret-key`. After an interruption, the command is run again; values already encrypted with the
 * new key are kept.
 */
export async function runRotateSecretKey({
  newKey,
  json = false,
}: RotateSecretKeyOptions): Promise<void> {
  const config = readServerConfig();
  const given = await givenKey(config, newKey);
  const key = new SecretKey(config);
  const from = await key.find();
  if (from === null)
    throw new GuidedError(`There is no key to rotate: ${key.place} is not there.`, {
      code: 'no_key',
      fix: 'The key is made with the first secret. METARUN_DATA_DIR names the data folder.',
      docs: DOCS,
    });
  if (from.id === given?.id)
    throw usageError(`The key of ${newKey} is the same as the old one.`, MAKE_ONE, DOCS);
  const lock = DataFolderLock.take(config.dataDir, config.databaseUrl === '');
  try {
    const done = await withDatabase(config, (database) =>
      given === null
        ? rotateFileKey(database, key, from)
        : rotateKey(database, { from, to: given }),
    );
    if (json) printJson({ ok: true, ...done });
    else stdout.write(formatRotation(done, newKey ?? key.place, given !== null));
  } finally {
    lock.release();
  }
}

/** Reads the new key from the file. Returns null if it is to be generated in the data folder. */
async function givenKey({ secretKey }: Config, file?: string): Promise<CipherKey | null> {
  if (secretKey === '') {
    if (file === undefined) return null;
    throw usageError(
      '--new-key is for installations whose key is in METARUN_SECRET_KEY; the one of this is in its data folder.',
      'Leave it out: a new key is made there.',
      DOCS,
    );
  }
  if (file === undefined)
    throw usageError('The key is in METARUN_SECRET_KEY: say what the new one is.', MAKE_ONE, DOCS);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw usageError(`${file} cannot be read: ${getErrorMessage(error)}`, MAKE_ONE, DOCS);
  });
  const key = keyIn(text);
  if (key === null)
    throw usageError(`${file} does not hold a key: 32 bytes in base64.`, MAKE_ONE, DOCS);
  return key;
}

function formatRotation(
  { secrets, webhooks, unreadable, links }: KeyRotation,
  place: string,
  isGiven: boolean,
): string {
  return [
    `Encrypted the secrets with the new key, which is in ${place}: ${secrets} of projects, ${webhooks} of webhooks.`,
    ...(unreadable > 0 ? [`Stored with another key, and left as they are: ${unreadable}.`] : []),
    ...(links > 0 ? [`Links to open approvals that no longer work: ${links}. Send new ones.`] : []),
    isGiven
      ? 'Start all servers with METARUN_SECRET_KEY set to it. Keep the old key for as long as backups that were made with it.'
      : 'The servers can be started.',
    '',
  ].join('\n');
}
