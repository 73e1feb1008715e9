import { hashSha256 } from '../../../base/kernel/sha256.js';
import type { SqlValue } from '../../../platform/database/database.js';
import { countOn, quoted } from '../backup/postgres-rows.js';
import type { MovedTable, Side } from './moved-tables.js';

/** A row in a form common to both databases: flags are booleans, bytes are `\x` followed by hexadecimal digits. */
type MovedRow = Record<string, string | number | boolean | null>;

/** Approximate size of a batch of rows, in bytes. */
const BATCH_BYTES = 1024 * 1024;
const FIRST_ROWS = 20;
const MOST_ROWS = 2_000;
const BYTES = 8n ** 40n;

/** Excludes the rows of backups in progress, which belong to one database. */
const PRESENT = `WHERE name NOT LIKE 'backup:%'`;

/** Number and checksum of the rows of a table, independent of their order. */
export class TableSum {
  rows = 0;
  private sum = 0n;

  add(table: MovedTable, row: MovedRow): void {
    const text = JSON.stringify(table.columns.map(({ name }) => row[name]));
    const hash = hashSha256(text);
    this.sum = (this.sum + BigInt(`0x${hash.slice(0, 30)}`)) % BYTES;
    this.rows += 1;
  }

  get checksum(): string {
    return this.sum.toString(16).padStart(30, '0');
  }
}

/** Yields the rows of a table in batches; on PostgreSQL within a transaction. */
export async function* readRowBatches(side: Side, table: MovedTable): AsyncGenerator<MovedRow[]> {
  const columns = table.columns.map(({ name }) => quoted(name)).join(', ');
  const where = table.name === 'installation' ? PRESENT : '';
  const cursor = `move_${table.name}`.slice(0, 60);
  if (side.kind === 'postgres')
    await side.query(
      `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${columns} FROM ${quoted(table.name)} ${where}`,
    );
  let last = 0;
  for (let count = FIRST_ROWS; ;) {
    const found = await side.query<Record<string, unknown>>(
      side.kind === 'postgres'
        ? `FETCH ${count} FROM ${cursor}`
        : `SELECT rowid AS "move row", ${columns} FROM ${quoted(table.name)}
           ${where === '' ? 'WHERE' : `${where} AND`} rowid > ${last} ORDER BY rowid LIMIT ${count}`,
    );
    if (found.length === 0) break;
    last = Number(found.at(-1)?.['move row'] ?? 0);
    const rows = found.map((row) => movedRow(table, row));
    const bytes = JSON.stringify(rows).length;
    yield rows;
    count = Math.ceil(Math.min(MOST_ROWS, (rows.length * BATCH_BYTES) / bytes));
  }
  if (side.kind === 'postgres') await side.query(`CLOSE ${cursor}`);
}

function movedRow(table: MovedTable, row: Record<string, unknown>): MovedRow {
  const moved: MovedRow = {};
  for (const { name, kind } of table.columns) {
    const value = row[name] ?? null;
    if (Buffer.isBuffer(value)) moved[name] = `\\x${value.toString('hex')}`;
    else if (kind === 'flag' && value !== null) moved[name] = value === true || value === 1;
    else moved[name] = value as string | number | null;
  }
  return moved;
}

export async function insertRows(
  side: Side,
  table: MovedTable,
  rows: readonly MovedRow[],
): Promise<void> {
  const columns = table.columns.map(({ name }) => quoted(name)).join(', ');
  if (side.kind === 'postgres') {
    await side.query(
      `INSERT INTO ${quoted(table.name)} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM json_populate_recordset(NULL::${quoted(table.name)}, ?::json) r`,
      [JSON.stringify(rows)],
    );
    return;
  }
  const places = table.columns.map(() => '?').join(', ');
  for (const row of rows)
    await side.query(
      `INSERT INTO ${quoted(table.name)} (${columns}) VALUES (${places})`,
      table.columns.map(({ name, kind }): SqlValue => {
        const value = row[name] ?? null;
        return kind === 'bytes' && typeof value === 'string'
          ? Buffer.from(value.slice(2), 'hex')
          : value;
      }),
    );
}

/** Copies a table, replacing the rows of the target. Returns the checksum of what was read. */
export async function copyTable(
  from: Side,
  to: Side,
  table: MovedTable,
  onRows: (rows: number) => void,
): Promise<TableSum> {
  const sum = new TableSum();
  await to.query(`DELETE FROM ${quoted(table.name)}`);
  for await (const rows of readRowBatches(from, table)) {
    for (const row of rows) sum.add(table, row);
    await insertRows(to, table, rows);
    onRows(rows.length);
  }
  if (to.kind === 'postgres') await countOn(to, table.name);
  return sum;
}

/** Returns the checksum of a table. */
export async function sumOfTable(side: Side, table: MovedTable): Promise<TableSum> {
  const sum = new TableSum();
  for await (const rows of readRowBatches(side, table)) for (const row of rows) sum.add(table, row);
  return sum;
}
