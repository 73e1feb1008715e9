import type { DatabaseKind } from '../../../platform/database/migration.js';
import type { Transaction } from '../../../platform/database/database.js';
import { dataTables } from '../backup/postgres-rows.js';

/** One of the two databases of a move. */
export interface Side extends Pick<Transaction, 'query'> {
  readonly kind: DatabaseKind;
}

/**
 * Kind of a column whose values are converted: SQLite stores flags as numbers, and each database has its own type for
 * bytes.
 */
type ColumnKind = 'plain' | 'flag' | 'bytes';

export interface MovedTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[];
}

/** Tables derived from others: the search index. */
const DERIVED = ['file_sections'];
/** Columns that describe a derived table, or are such an index themselves. */
const DERIVED_COLUMNS = ['files.indexed_as', 'memories.terms', 'file_sections.terms'];
const OF_THE_SCHEMA = ['migrations', 'schema_marks'];
/** Tables of the running processes. */
const OF_PROCESSES = ['workers', 'keepers'];
const LEFT_OUT = [...DERIVED, ...OF_THE_SCHEMA, ...OF_PROCESSES];

/** Returns the names of the tables whose rows are moved. */
export async function movedNames({ kind, query }: Side): Promise<string[]> {
  const names =
    kind === 'postgres'
      ? await dataTables({ query })
      : (
          await query<{ name: string }>(
            // Excludes virtual tables and their shadow tables.
            `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
          )
        ).map(({ name }) => name);
  return names.filter((name) => !LEFT_OUT.includes(name)).toSorted();
}

/** Returns the tables with their columns. Throws if the databases differ. */
export async function movedTables(one: Side, other: Side): Promise<MovedTable[]> {
  const [sqlite, postgres] = one.kind === 'sqlite' ? [one, other] : [other, one];
  const names = await movedNames(postgres);
  assertSame('tables', names, await movedNames(sqlite));
  const tables: MovedTable[] = [];
  for (const name of names) {
    const columns = await postgres.query<{ name: string; type: string }>(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = ? ORDER BY column_name`,
      [name],
    );
    const moved = columns.filter((column) => !DERIVED_COLUMNS.includes(`${name}.${column.name}`));
    const found = await sqlite.query<{ name: string }>(
      'SELECT name FROM pragma_table_info(?) ORDER BY name',
      [name],
    );
    const others = found.map((column) => column.name);
    assertSame(
      `columns of ${name}`,
      moved.map((column) => column.name),
      others.filter((column) => !DERIVED_COLUMNS.includes(`${name}.${column}`)),
    );
    tables.push({
      name,
      columns: moved.map(({ name, type }) => ({ name, kind: toColumnKind(type) })),
    });
  }
  return tables;
}

function toColumnKind(type: string): ColumnKind {
  if (type === 'boolean') return 'flag';
  return type === 'bytea' ? 'bytes' : 'plain';
}

function assertSame(what: string, one: readonly string[], other: readonly string[]): void {
  const lacking = [...one, ...other].filter((name) => !one.includes(name) || !other.includes(name));
  if (lacking.length > 0)
    throw new Error(`only one of the databases has these ${what}: ${lacking.join(', ')}`);
}
