import Sqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';

/** Statements that stay prepared; those with many placeholders come in as many shapes as there are counts. */
const PREPARED = 200;

/**
 * Statements on the connection of a SQLite data source, without TypeORM's way there, which is a third of what a small
 * one takes. Transactions are shared with what goes through the data source.
 */
export class SqliteStatements {
  private readonly prepared = new LRUCache<string, Sqlite.Statement>({ max: PREPARED });

  private constructor(private readonly connection: Sqlite.Database) {}

  /** `source` must be initialised. */
  static of(source: DataSource): SqliteStatements {
    const connection: unknown = Reflect.get(source.driver, 'databaseConnection');
    if (!(connection instanceof Sqlite)) throw new Error('the data source has no connection');
    return new SqliteStatements(connection);
  }

  /** The rows of a SELECT or of RETURNING; none for other statements. Throws the driver's error. */
  run(sql: string, values: readonly unknown[] = []): unknown[] {
    let statement = this.prepared.get(sql);
    if (statement === undefined) {
      statement = this.connection.prepare(sql);
      this.prepared.set(sql, statement);
    }
    // The driver binds no booleans.
    const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    if (statement.reader) return statement.all(bound);
    statement.run(bound);
    return [];
  }
}
