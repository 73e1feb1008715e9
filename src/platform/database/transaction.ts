import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

export type SqlValue = string | number | boolean | null | Buffer;

/** A condition on rows, with the values that its marks stand for. */
export interface Condition {
  sql: string;
  values: readonly SqlValue[];
}

/** Returns the columns of a table, each with its name, for statements that are prepared. */
export function columnsOf(
  { manager }: Pick<Transaction, 'manager'>,
  entity: EntityTarget<ObjectLiteral>,
): string {
  const { tableName, columns } = manager.connection.getMetadata(entity);
  return columns.map(({ databaseName }) => `${tableName}.${databaseName}`).join(', ');
}

/** A transaction that has begun. */
export interface Transaction {
  /** For reads and writes by repository. */
  readonly manager: EntityManager;
  /** One statement with `?` placeholders; gives the rows of a SELECT or of RETURNING. */
  query<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /**
   * Does one as {@link query} does, with a statement that is prepared where it can be: a frequent one, of few texts. It names
   * its columns, since a later release may add some.
   */
  queryPrepared<Row>(sql: string, values: readonly SqlValue[]): Promise<Row[]>;
  /** Until the end of the transaction no other one gets past its own `lock` of the same name. */
  lock(name: string): Promise<void>;
  /** Does `work` in the transaction after all else, right before the commit. */
  beforeCommit(work: () => Promise<void>): void;
  /** Calls `effect` once everything is committed, and never where it is not. It must not throw. */
  afterCommit(effect: () => void): void;
}
