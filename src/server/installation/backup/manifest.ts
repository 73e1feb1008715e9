import type { DatabaseKind } from '../../../platform/database/migration.js';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { findErrorCode } from '../../../base/kernel/errors.js';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import { VERSION } from '../../../base/kernel/version.js';

/** File of a backup that is written last: a folder without it is not a complete backup. */
export const MANIFEST = 'backup.json';
/** Version of the folder layout. */
export const FORMAT = 1;

/** Names within the folder of a backup. */
export const NAMES = {
  sqlite: 'database/metarun.db',
  key: 'secret.key',
  /** One line per blob: {@link BlobLine}. */
  blobs: 'blobs.jsonl',
  /** Contents by SHA-256, as `contents/<first two digits>/<SHA-256>`. */
  contents: 'contents',
} as const;

export interface BlobLine {
  id: string;
  sha256: string;
  bytes: number;
}

interface FileSum {
  sha256: string;
  bytes: number;
}

/** Description of a backup, stored in {@link MANIFEST}. */
export interface Manifest {
  format: number;
  /** Version of metarun that made the backup. */
  metarun: string;
  /** ISO 8601. */
  created_at: string;
  /** Id of the installation. */
  installation: string;
  database: {
    kind: DatabaseKind;
    /** Names of the migrations that have run. */
    migrations: string[];
    /** Number of rows of each table of PostgreSQL. */
    rows: Record<string, number>;
  };
  secret_key: {
    /** Name of the key, which reveals nothing about it. */
    id: string;
    /** False if the key was set by METARUN_SECRET_KEY. */
    included: boolean;
  } | null;
  contents: {
    /** False if the contents were left in the bucket. */
    included: boolean;
    blobs: number;
    /** Number of blobs named by the database that could not be read. */
    unreadable: number;
  };
  /** Every file except this one and the contents, by its path in the folder. */
  files: Record<string, FileSum>;
}

const TEXT = { type: 'string' } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;
const ABOUT = {
  type: 'object',
  properties: { format: COUNT, metarun: TEXT },
  required: ['format', 'metarun'],
};
const WHOLE = {
  type: 'object',
  properties: {
    format: COUNT,
    metarun: TEXT,
    created_at: TEXT,
    installation: TEXT,
    database: {
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['sqlite', 'postgres'] },
        migrations: { type: 'array', items: TEXT },
        rows: {
          type: 'object',
          propertyNames: { pattern: '^[a-z_]{1,63}$' },
          additionalProperties: COUNT,
        },
      },
      required: ['kind', 'migrations', 'rows'],
    },
    secret_key: {
      type: 'object',
      nullable: true,
      properties: { id: TEXT, included: { type: 'boolean' } },
      required: ['id', 'included'],
    },
    contents: {
      type: 'object',
      properties: { included: { type: 'boolean' }, blobs: COUNT, unreadable: COUNT },
      required: ['included', 'blobs', 'unreadable'],
    },
    files: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: { sha256: TEXT, bytes: COUNT },
        required: ['sha256', 'bytes'],
      },
    },
  },
  required: [
    'format',
    'metarun',
    'created_at',
    'installation',
    'database',
    'secret_key',
    'contents',
    'files',
  ],
};
const isAbout = new Ajv().compile<Pick<Manifest, 'format' | 'metarun'>>(ABOUT);
const isManifest = new Ajv().compile<Manifest>(WHOLE);

/** Returns the path of a content within the folder of a backup. */
export function contentPath(sha256: string): string {
  return `${NAMES.contents}/${sha256.slice(0, 2)}/${sha256}`;
}

/** Returns the path of the rows of a table within the folder of a backup. */
export function rowsPath(table: string): string {
  return `database/${table}.jsonl.gz`;
}

/** Reads the description of the backup in `folder`. Throws a GuidedError without one. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(join(folder, MANIFEST), 'utf8');
  } catch (error) {
    if (findErrorCode(error) !== 'ENOENT' && findErrorCode(error) !== 'ENOTDIR') throw error;
    throw noBackup(
      `${folder} has no ${MANIFEST}: it is not a backup, or one that was not finished.`,
    );
  }
  const found = parsed(text);
  const about = isAbout(found) ? found : null;
  if (about !== null && about.format > FORMAT) throw newerBackup(about.metarun);
  if (about === null || !isManifest(found))
    throw noBackup(`${join(folder, MANIFEST)} does not describe a backup.`);
  return found;
}

/** Returns the error of a backup that only a newer version can read. */
export function newerBackup(version: string): GuidedError {
  return new GuidedError(
    `The backup was made by metarun ${version}, which is newer than this one, ${VERSION}.`,
    {
      code: 'newer_backup',
      fix: `Restore it with metarun ${version} or later.`,
      docs: 'operations.md#restore',
    },
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function noBackup(message: string): GuidedError {
  return new GuidedError(message, {
    code: 'no_backup',
    fix: 'Name a folder that `metarun backup` has made.',
    docs: 'operations.md#backup',
  });
}
