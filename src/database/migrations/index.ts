import type { MigrationInterface } from 'typeorm';
import { Initial1700000000001 } from './0001-initial.js';
import { Secrets1700000000002 } from './0002-secrets.js';
import { InferredParams1700000000003 } from './0003-inferred-params.js';

export interface MetarunMigration {
  migration: new () => MigrationInterface;
  /** Whether a server that does not know this migration must refuse to work on the database. */
  breaking: boolean;
}

/**
 * Every migration, oldest first; the same list runs on SQLite and on PostgreSQL. Append only. The number at
 * the end of a class name is what TypeORM orders by.
 */
export const MIGRATIONS: readonly MetarunMigration[] = [
  { migration: Initial1700000000001, breaking: true },
  { migration: Secrets1700000000002, breaking: false },
  // A server that does not know it makes versions without an inferred schema.
  { migration: InferredParams1700000000003, breaking: false },
];
