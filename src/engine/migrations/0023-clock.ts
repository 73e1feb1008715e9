import type { QueryRunner } from 'typeorm';
import { Migration } from '../../database/migration.js';

/** How far the database's clock has come. */
export class Clock1700000000023 extends Migration {
  /** Where only servers that do not know it work, tasks wait after the clock was set back. */
  readonly breaking = false;
  readonly name = 'Clock1700000000023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "clocks" ("name" text PRIMARY KEY NOT NULL, "highest" bigint NOT NULL,
        "set_back" integer NOT NULL DEFAULT 0)`,
    );
  }
}
