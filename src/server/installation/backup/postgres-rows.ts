import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { createReadStream } from 'node:fs';
import type { Transaction } from '../../../platform/database/database.js';
import { linesOf } from './backup-file.js';

type Queries = Pick<Transaction, 'query'>;

/** Bytes of rows that are read or written at a time, about. */
const BATCH_BYTES = 4 * 1024 * 1024;
const FIRST_ROWS = 20;
const MOST_ROWS = 2_000;

/** Tables of the schema itself: the migrations fill them. */
const OF_THE_SCHEMA = ['migrations', 'schema_marks'];

/** Returns the tables whose rows are data. */
export async function dataTables(database: Queries): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY table_name`,
  );
  return rows.map(({ name }) => name).filter((name) => !OF_THE_SCHEMA.includes(name));
}

/** Returns the rows of a table, a line of JSON each, packed by gzip. */
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

/** Replaces the rows of a table by those that {@link packedRows} has written into a file. Returns how many there are. */
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
  for await (const line of linesOf(createReadStream(file).pipe(createGunzip()))) {
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

/** Has the identity columns of a table go on after the highest value that its rows have. */
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

/** Names of tables and columns come from the database or from a backup that names letters and "_" only. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
