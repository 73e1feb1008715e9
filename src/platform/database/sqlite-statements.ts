import Sqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { DataSource } from 'typeorm';

/** Number of statements that stay prepared. Statements with a list of placeholders have one variant per length. */
const PREPARED = 200;

/**
 * Runs statements on the connection of a SQLite data source, bypassing TypeORM, which would take a third of the time of
 * a small statement. Transactions are shared with the work of the data source.
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

  /** Returns the rows of a SELECT or RETURNING; an empty list for other statements. Throws the driver's error. */
  run(sql: string, values: readonly unknown[] = []): unknown[] {
    let statement = this.prepared.get(sql);
    if (statement === undefined) {
      statement = this.connection.prepare(sql);
      this.prepared.set(sql, statement);
    }
    // The driver does not accept booleans.
    const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    if (statement.reader) return statement.all(bound);
    statement.run(bound);
    return [];
  }
}
