import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { createReadStream } from 'node:fs';
import type { Transaction } from '../../../platform/database/database.js';
import { readLines } from './backup-file.js';

type Queries = Pick<Transaction, 'query'>;

/** Approximate size of a batch of rows, in bytes. */
const BATCH_BYTES = 4 * 1024 * 1024;
const FIRST_ROWS = 20;
const MOST_ROWS = 2_000;

/** Tables of the schema itself, which the migrations fill. */
const OF_THE_SCHEMA = ['migrations', 'schema_marks'];

/** Returns the names of the tables with data. */
export async function dataTables(database: Queries): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY table_name`,
  );
  return rows.map(({ name }) => name).filter((name) => !OF_THE_SCHEMA.includes(name));
}

/** Returns the rows of a table as gzipped lines of JSON. */
export function packedRows(
  snapshot: Queries,
  table: string,
  onRows: (rows: number) => void,
): AsyncIterable<Buffer> {
  return Readable.from(lines(snapshot, table, onRows)).pipe(createGzip());
}

async function* lines(
  snapshot: Queries,
  table: string,
  onRows: (rows: number) => void,
): AsyncGenerator<string> {
  const name = quoted(table);
  await snapshot.query(
    `DECLARE backup NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS line FROM ${name} t`,
  );
  for (let count = FIRST_ROWS; ;) {
    const rows = await snapshot.query<{ line: string }>(`FETCH ${count} FROM backup`);
    if (rows.length === 0) break;
    const text = rows.map(({ line }) => `${line}\n`).join('');
    onRows(rows.length);
    yield text;
    count = Math.ceil(Math.min(MOST_ROWS, (rows.length * BATCH_BYTES) / text.length));
  }
  await snapshot.query('CLOSE backup');
}

/** Replaces the rows of a table with those in a file written by {@link packedRows}. Returns their number. */
export async function loadRows(
  transaction: Queries,
  table: string,
  file: string,
  onRow: () => void,
): Promise<number> {
  const name = quoted(table);
  await transaction.query(`DELETE FROM ${name}`);
  let loaded = 0;
  let batch: string[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    await transaction.query(
      `INSERT INTO ${name} OVERRIDING SYSTEM VALUE
       SELECT r.* FROM json_populate_recordset(NULL::${name}, ?::json) r`,
      [`[${batch.join(',')}]`],
    );
    batch = [];
    bytes = 0;
  };
  for await (const line of readLines(createReadStream(file).pipe(createGunzip()))) {
    batch.push(line);
    bytes += line.length;
    loaded += 1;
    onRow();
    if (bytes >= BATCH_BYTES || batch.length === MOST_ROWS) await flush();
  }
  if (batch.length > 0) await flush();
  await countOn(transaction, table);
  return loaded;
}

/** Sets the identity columns of a table to continue after the highest value in its rows. */
export async function countOn(transaction: Queries, table: string): Promise<void> {
  const columns = await transaction.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = ? AND is_identity = 'YES'`,
    [table],
  );
  for (const { name } of columns)
    await transaction.query(
      `SELECT setval(pg_get_serial_sequence(?, ?), GREATEST(1, MAX(${quoted(name)})), MAX(${quoted(name)}) IS NOT NULL)
       FROM ${quoted(table)}`,
      [quoted(table), name],
    );
}

/** Quotes an identifier. Names come from the database, or from a backup whose names contain only letters and "_". */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
