import type { Database, Transaction } from '../../../platform/database/database.js';

/** A column with ids of blobs, and the columns of its table that describe the blob and its location. */
interface Source {
  table: string;
  key: string;
  blob: string;
  size: string;
  etag: string;
  /** SQL expression. */
  workspace: string;
  /** SQL expression. */
  path: string;
}

const CONTENT = { key: 'id', blob: 'blob_id', size: 'size', etag: 'etag' };
const ORIGINAL = {
  key: 'id',
  blob: 'original_blob_id',
  size: 'original_size',
  etag: 'original_etag',
};
const IN_TREE = { workspace: 'workspace_id', path: 'path' };

/** All columns that refer to blobs. */
const SOURCES: readonly Source[] = [
  { table: 'files', ...CONTENT, ...IN_TREE },
  { table: 'files', ...ORIGINAL, ...IN_TREE },
  { table: 'file_versions', ...CONTENT, ...IN_TREE },
  { table: 'file_versions', ...ORIGINAL, ...IN_TREE },
  {
    table: 'conversion_jobs',
    ...CONTENT,
    key: 'file_id',
    workspace: 'workspace_id',
    path: 'name',
  },
  { table: 'conversion_contents', ...CONTENT, workspace: "''", path: 'name' },
  { table: 'script_contents', ...CONTENT, workspace: "''", path: "'a script'" },
];

/** Columns of `files` and `file_versions` that refer to blobs. */
export interface BlobColumns {
  blob_id: string | null;
  original_blob_id: string | null;
}

export function listBlobIds({ blob_id, original_blob_id }: BlobColumns): string[] {
  return [blob_id, original_blob_id].filter((id) => id !== null);
}

/** A row that refers to a blob, with the expected size and ETag of the blob. */
export interface BlobReference {
  table: string;
  /** Name of the column with the id of the blob. */
  column: string;
  id: string;
  project_id: string;
  /** '' for a row outside any workspace. */
  workspace_id: string;
  /** Path of the file, or the name of the document or script if the row belongs to no file. */
  path: string;
  blob_id: string;
  /** Size in bytes. */
  size: number;
  etag: string;
}

/** Yields all references in batches of at most `batch` rows. References of one table to the same blob are adjacent. */
export async function* blobReferences(
  database: Pick<Database, 'query'>,
  batch: number,
): AsyncGenerator<BlobReference[]> {
  for (const source of SOURCES) {
    const { table, key, blob: column } = source;
    let [blob, id] = ['', ''];
    for (;;) {
      const rows = await database.query<Omit<BlobReference, 'table' | 'column'>>(
        `SELECT ${key} AS id, project_id, ${source.workspace} AS workspace_id, ${source.path} AS path,
            ${column} AS blob_id, ${source.size} AS size, ${source.etag} AS etag FROM ${table}
          WHERE ${column} IS NOT NULL AND (${column}, ${key}) > (?, ?) ORDER BY ${column}, ${key} LIMIT ?`,
        [blob, id, batch],
      );
      const last = rows.at(-1);
      if (last === undefined) break;
      [blob, id] = [last.blob_id, last.id];
      yield rows.map((row) => ({ ...row, table, column }));
    }
  }
}

/** Returns whether a row still refers to the same blob; a change of the file replaces it. */
export async function stillNames(database: Database, row: BlobReference): Promise<boolean> {
  const key = SOURCES.find(({ table }) => table === row.table)?.key ?? 'id';
  const found = await database.query(
    `SELECT 1 FROM ${row.table} WHERE ${key} = ? AND project_id = ? AND ${row.column} = ?`,
    [row.id, row.project_id, row.blob_id],
  );
  return found.length > 0;
}

/** Counts all references; a row that refers to two blobs counts twice. */
export async function countReferences(database: Database): Promise<number> {
  let count = 0;
  for (const { table, blob } of SOURCES) {
    const [row] = await database.query<{ rows: number }>(
      `SELECT COUNT(*) AS rows FROM ${table} WHERE ${blob} IS NOT NULL`,
    );
    count += row?.rows ?? 0;
  }
  return count;
}

/** Returns ids of blobs that rows refer to: at most `limit` of each column. */
export async function sampleBlobIds(
  database: Pick<Transaction, 'query'>,
  limit: number,
): Promise<string[]> {
  const found: string[] = [];
  for (const { table, blob } of SOURCES) {
    const rows = await database.query<{ blob_id: string }>(
      `SELECT ${blob} AS blob_id FROM ${table} WHERE ${blob} IS NOT NULL LIMIT ${limit}`,
    );
    found.push(...rows.map(({ blob_id }) => blob_id));
  }
  return found;
}

/**
 * Returns which of `ids` are referred to by a row. A single statement reads all tables, since references move between
 * them.
 */
export async function namedBlobs(
  database: Pick<Transaction, 'query'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const places = ids.map(() => '?').join(', ');
  const rows = await database.query<{ blob_id: string }>(
    SOURCES.map(
      ({ table, blob }) => `SELECT ${blob} AS blob_id FROM ${table} WHERE ${blob} IN (${places})`,
    ).join(' UNION '),
    SOURCES.flatMap(() => ids),
  );
  return new Set(rows.map((row) => row.blob_id));
}
