import { join } from 'node:path';
import type { DataSource, EntityMetadata } from 'typeorm';
import { allTables } from '../../../src/server/core/tables.js';
import { sqliteDataSource } from '../../../src/platform/database/data-source.js';
import { postgresDataSource } from '../../../src/platform/database/postgres-source.js';
import type { TestServer } from '../../support/server.js';

/** Copies of one row of a table. */
export interface Copies {
  table: string;
  count: number;
  /** SQL condition that selects the row to copy. */
  where?: string;
  /** SQL of the columns that differ between copies; `n` counts from `from`. */
  columns?: Record<string, string>;
  from?: number;
}

/** Opens a separate data source on the data of a server. */
export async function openDataSource({ dataDir, env }: TestServer): Promise<DataSource> {
  const tables = allTables();
  const url = env['METARUN_DATABASE_URL'];
  const source =
    url === undefined
      ? sqliteDataSource(join(dataDir, 'metarun.db'), tables)
      : postgresDataSource(url, 2, tables);
  return source.initialize();
}

/** Returns SQL for the id of a copy in any table. */
export function idOfCopy(source: DataSource, n = 'n'): string {
  return source.options.type === 'postgres'
    ? `'00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0')`
    : `printf('00000000-0000-7000-8000-%012x', ${n})`;
}

/** Multiplies a few rows, so that a server that ran briefly has a large database. */
export async function makeLarge(source: DataSource, all: readonly Copies[]): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    await runner.startTransaction();
    for (const copies of all) await runner.query(buildCopyStatement(source, copies));
    await runner.commitTransaction();
    // PostgreSQL's autovacuum does this as well. SQLite has no statistics, and the server makes none.
    if (source.options.type === 'postgres') await runner.query('VACUUM ANALYZE');
  } finally {
    await runner.release();
  }
}

function buildCopyStatement(
  source: DataSource,
  { table, count, where, columns, from = 1 }: Copies,
): string {
  const metadata = source.entityMetadatas.find(({ tableName }) => tableName === table);
  if (!metadata) throw new Error(`there is no table ${table}`);
  const unique = uniqueTexts(metadata);
  const names = metadata.columns.map(({ databaseName }) => databaseName);
  const own: Record<string, string> = { id: idOfCopy(source), ...columns };
  const values = names.map((name) => {
    const given = own[name];
    if (given !== undefined) return given;
    return unique.has(name) ? `o.${name} || '-' || n` : `o.${name}`;
  });
  const list = names.map((name) => `"${name}"`).join(', ');
  return `WITH RECURSIVE c (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM c WHERE n < ${from + count - 1})
    INSERT INTO ${table} (${list}) SELECT ${values.join(', ')}
    FROM (SELECT * FROM ${table} ${where === undefined ? '' : `WHERE ${where}`} LIMIT 1) o CROSS JOIN c`;
}

/** Returns the columns that must be unique besides ids; the last text column of each key is enough. */
function uniqueTexts({ indices, columns }: EntityMetadata): Set<string> {
  const keys = indices.filter(({ isUnique }) => isUnique).map((index) => index.columns);
  const texts = columns.filter(({ type }) => type === 'text' || type === String);
  return new Set(
    keys.flatMap((key) => {
      const last = key.findLast(
        (column) => texts.includes(column) && !column.databaseName.endsWith('_id'),
      );
      return last === undefined ? [] : [last.databaseName];
    }),
  );
}
