import type Sqlite from 'better-sqlite3';
import { newId } from '../../../src/base/kernel/ids.js';
import type { Meanings } from '../http-fuzz/schema-values.js';

export type Row = Record<string, string | number | null>;

export const KIB = 1024;
export const MIB = 1024 * KIB;
/** Total stored text per list: far more than an answer may contain, and no more than a disk writes in a second. */
export const LIST_BYTES = 24 * MIB;

/** Returns JSON of many small members, the slowest to parse and to write. */
export const members = (bytes: number): string =>
  `{${Array.from({ length: Math.floor(bytes / 14) }, (_, at) => `"k${String(at).padStart(7, '0')}":1`).join(',')}}`;
/** Returns text that JSON must escape. */
export const escapes = (bytes: number): string => '\u001b"'.repeat(bytes / 2);
export const schema = (bytes: number): string =>
  `{"type":"object","properties":{},"x":${members(bytes)}}`;

/** Adds rows to a database. */
export class RowWriter {
  constructor(
    private readonly database: Sqlite.Database,
    private readonly made: Meanings,
  ) {}

  /** Returns the id of an object that already exists, by path parameter. */
  id(name: string): string {
    return String(this.made[name]?.[0]);
  }

  one(sql: string, ...values: string[]): Row {
    const row = this.database.prepare(sql).get(...values);
    if (row === undefined) throw new Error(`no row: ${sql}`);
    return row as Row;
  }

  insert(table: string, row: Row): void {
    const names = Object.keys(row);
    const places = names.map((name) => `@${name}`).join(', ');
    this.database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`).run(row);
  }

  /** Inserts up to `most` changed copies of a row, or 24 MiB of them. */
  copies(table: string, template: Row, most: number, change: (at: number) => Row): void {
    let bytes = 0;
    for (let at = 1; at <= most && bytes < LIST_BYTES; at += 1) {
      const row = { ...template, ...('id' in template ? { id: newId() } : {}), ...change(at) };
      bytes += measureRowBytes(row);
      this.insert(table, row);
    }
  }

  set(table: string, columns: Row, where: string, ...values: string[]): void {
    const names = Object.keys(columns).map((name) => `${name} = ?`);
    this.database
      .prepare(`UPDATE ${table} SET ${names.join(', ')} WHERE ${where}`)
      .run(...Object.values(columns), ...values);
  }
}

export function measureRowBytes(row: Row): number {
  return Object.values(row).reduce<number>((sum, value) => sum + String(value).length, 0);
}
