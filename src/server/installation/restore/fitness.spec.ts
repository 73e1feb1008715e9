import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VERSION } from '../../../base/kernel/version.js';
import { readServerConfig } from '../../core/config.js';
import { cipherKey } from '../../../access/secrets/cipher.js';
import { FORMAT, type Manifest, MANIFEST, readManifest } from '../backup/manifest.js';
import { assertRestorable, keyWarning } from './fitness.js';

const KEY = Buffer.alloc(32, 1).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 2).toString('base64');
const POSTGRES = { METARUN_DATABASE_URL: 'postgres://db/x' };
const BUCKET = {
  METARUN_STORAGE: 's3',
  METARUN_STORAGE_ENDPOINT: 'https://s3.example',
  METARUN_STORAGE_BUCKET: 'bucket',
  METARUN_STORAGE_REGION: 'region',
  METARUN_STORAGE_ACCESS_KEY_ID: 'k',
  METARUN_STORAGE_SECRET_ACCESS_KEY: 's',
};

const BACKUP: Manifest = {
  format: FORMAT,
  metarun: VERSION,
  created_at: '2030-01-01T00:00:00Z',
  installation: 'i',
  database: { kind: 'sqlite', migrations: ['one', 'two'], rows: {} },
  secret_key: null,
  contents: { included: true, blobs: 0, unreadable: 0 },
  files: {},
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-backup-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the code of the error, or `fits`. */
function fitness(given: Partial<Manifest>, settings: NodeJS.ProcessEnv = {}): string {
  const migrations = ['one', 'two', 'three'].map((name) => ({ name }));
  const tables = { migrations } as unknown as Parameters<typeof assertRestorable>[2];
  try {
    assertRestorable({ ...BACKUP, ...given }, readServerConfig(settings), tables);
    return 'fits';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

describe('whether a backup can be restored', () => {
  const [major = 0, minor = 0, patch = 0] = VERSION.split('.').map(Number);
  const { database, contents } = BACKUP;
  const postgres = { ...database, kind: 'postgres' } as const;
  const without = { contents: { ...contents, included: false } };

  it.each<[string, Partial<Manifest>, NodeJS.ProcessEnv, string]>([
    ['the same version', {}, {}, 'fits'],
    ['an older version', { metarun: '0.0.0' }, {}, 'fits'],
    ['a patch of a later minor', { metarun: `${major}.${minor + 1}.0` }, {}, 'newer_backup'],
    ['a later patch', { metarun: `${major}.${minor}.${patch + 1}` }, {}, 'newer_backup'],
    ['a later major with lesser parts', { metarun: `${major + 1}.0.0` }, {}, 'newer_backup'],
    ['a build of this version', { metarun: `${VERSION}-9+9` }, {}, 'fits'],
    [
      'an unknown migration',
      { database: { ...database, migrations: ['one', 'four'] } },
      {},
      'newer_backup',
    ],
    ['another database', { database: postgres }, {}, 'wrong_settings'],
    ['PostgreSQL', { database: postgres }, POSTGRES, 'fits'],
    ['SQLite where PostgreSQL is set', {}, POSTGRES, 'wrong_settings'],
    ['no contents', without, {}, 'wrong_settings'],
    ['no contents where there is a bucket', without, BUCKET, 'fits'],
  ])('a backup of %s is judged by its version and the settings', (_, given, settings, found) => {
    expect(fitness(given, settings)).toBe(found);
  });

  it.each<[string, string, boolean, RegExp | null]>([
    ['with its key', KEY, false, null],
    ['with its key, which it has too', KEY, true, null],
    ['without a key, which it has', '', true, null],
    ['without a key', '', false, /not in the backup and not set/],
    ['with another key', OTHER_KEY, false, /another key .* must be the key/],
    ['with another key than it has', OTHER_KEY, true, /The backup has the right one/],
  ])('a restore %s warns if its secrets cannot be read', (_, secretKey, included, warning) => {
    const { id } = cipherKey(Buffer.from(KEY, 'base64'));
    const found = keyWarning({ ...BACKUP, secret_key: { id, included } }, { secretKey });
    if (warning === null) expect(found).toBeNull();
    else expect(found).toMatch(warning);
    expect(keyWarning(BACKUP, { secretKey })).toBeNull();
  });
});

describe('the description of a backup', () => {
  const read = async (text: string | null) => {
    rmSync(join(folder, MANIFEST), { force: true });
    if (text !== null) writeFileSync(join(folder, MANIFEST), text);
    return readManifest(folder).catch((error: { code: string }) => error.code);
  };

  it('a description is read as it was written', async () => {
    expect(await read(JSON.stringify(BACKUP))).toEqual(BACKUP);
  });

  it.each([
    ['no description', null, 'no_backup'],
    ['a manifest that is not JSON', '{', 'no_backup'],
    ['another object', '{}', 'no_backup'],
    [
      'a description that lacks a part',
      JSON.stringify({ ...BACKUP, files: undefined }),
      'no_backup',
    ],
    [
      'a description of a later format, whatever else it has',
      JSON.stringify({ format: FORMAT + 1, metarun: '9.0.0' }),
      'newer_backup',
    ],
  ])('a folder with %s is refused', async (_, text, code) => {
    expect(await read(text)).toBe(code);
  });
});
