import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** Adds the progress of the database's clock. */
export class Clock1700000000023 extends Migration {
  /** If only servers without it run, tasks wait after the clock was set back. */
  readonly breaking = false;
  readonly name = 'Clock1700000000023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "clocks" ("name" text PRIMARY KEY NOT NULL, "highest" bigint NOT NULL,
        "set_back" integer NOT NULL DEFAULT 0)`,
    );
  }
}
