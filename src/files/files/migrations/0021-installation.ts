import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The table that shows whether a server's files belong to its database. */
export class Installation1700000000021 extends Migration {
  /** A server that does not know it does not look whether its files are those of the database. */
  readonly breaking = false;
  readonly name = 'Installation1700000000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "installation" ("name" text PRIMARY KEY NOT NULL, "value" text NOT NULL)`,
    );
  }
}
