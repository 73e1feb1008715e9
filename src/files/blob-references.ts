import type { Database, Transaction } from '../database/database.js';

/** Every table whose rows name blobs. They have these columns in common: see {@link BlobReference}. */
const TABLES = ['files', 'file_versions'] as const;

/** A row that names a blob, and what the blob must be. */
export interface BlobReference {
  table: string;
  id: string;
  project_id: string;
  workspace_id: string;
  path: string;
  blob_id: string;
  /** Bytes. */
  size: number;
  etag: string;
}

/** All of them, those that name one blob next to each other in their table; `batch` at a time. */
export async function* blobReferences(
  database: Database,
  batch: number,
): AsyncGenerator<BlobReference[]> {
  for (const table of TABLES) {
    let [blob, id] = ['', ''];
    for (;;) {
      const rows = await database.query<Omit<BlobReference, 'table'>>(
        `SELECT id, project_id, workspace_id, path, blob_id, size, etag FROM ${table}
          WHERE blob_id IS NOT NULL AND (blob_id, id) > (?, ?) ORDER BY blob_id, id LIMIT ?`,
        [blob, id, batch],
      );
      const last = rows.at(-1);
      if (last === undefined) break;
      [blob, id] = [last.blob_id, last.id];
      yield rows.map((row) => ({ ...row, table }));
    }
  }
}

/** Whether the row is as it was: a change gives it another blob. */
export async function stillNames(database: Database, row: BlobReference): Promise<boolean> {
  const found = await database.query(
    `SELECT 1 FROM ${row.table} WHERE id = ? AND project_id = ? AND blob_id = ?`,
    [row.id, row.project_id, row.blob_id],
  );
  return found.length > 0;
}

/** How many rows there are. */
export async function countReferences(database: Database): Promise<number> {
  let count = 0;
  for (const table of TABLES) {
    const [row] = await database.query<{ rows: number }>(
      `SELECT COUNT(*) AS rows FROM ${table} WHERE blob_id IS NOT NULL`,
    );
    count += row?.rows ?? 0;
  }
  return count;
}

/** Those of `ids` that a row names. One statement, one moment: a name goes from one table to the other. */
export async function namedBlobs(
  database: Pick<Transaction, 'query'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const places = ids.map(() => '?').join(', ');
  const rows = await database.query<{ blob_id: string }>(
    TABLES.map((table) => `SELECT blob_id FROM ${table} WHERE blob_id IN (${places})`).join(
      ' UNION ',
    ),
    TABLES.flatMap(() => ids),
  );
  return new Set(rows.map((row) => row.blob_id));
}
