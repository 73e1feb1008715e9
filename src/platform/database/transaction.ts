import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

export type SqlValue = string | number | boolean | null | Buffer;

/** A condition on rows, with the values of its placeholders. */
export interface Condition {
  sql: string;
  values: readonly SqlValue[];
}

/** Returns the columns of a table by name, for prepared statements. */
export function buildColumnList(
  { manager }: Pick<Transaction, 'manager'>,
  entity: EntityTarget<ObjectLiteral>,
): string {
  const { tableName, columns } = manager.connection.getMetadata(entity);
  return columns.map(({ databaseName }) => `${tableName}.${databaseName}`).join(', ');
}

/** A transaction in progress. */
export interface Transaction {
  /** Manager for reads and writes through a repository. */
  readonly manager: EntityManager;
  /** Runs one statement with `?` placeholders; returns the rows of a SELECT or RETURNING. */
  query<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /**
   * Runs a statement like {@link query}, prepared if possible. Only for frequent statements with few different texts.
   * The statement names its columns, since a later release may add some.
   */
  queryPrepared<Row>(sql: string, values: readonly SqlValue[]): Promise<Row[]>;
  /**
   * Takes the lock `name` until the end of the transaction; other transactions wait for it in their own `lock` of the
   * same name.
   */
  lock(name: string): Promise<void>;
  /** Runs `work` in the transaction after everything else, just before the commit. */
  beforeCommit(work: () => Promise<void>): void;
  /** Calls `effect` once everything is committed, and never if the transaction fails. It must not throw. */
  afterCommit(effect: () => void): void;
}
