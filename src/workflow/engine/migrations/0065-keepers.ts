import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** Adds who leads which job in the background. A server without it does all of them, which harms none. */
export class Keepers1700000000065 extends Migration {
  readonly breaking = false;
  readonly name = 'Keepers1700000000065';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "keepers" ("job" text PRIMARY KEY NOT NULL, "worker_id" text NOT NULL, "lease_until" bigint NOT NULL)`,
    );
  }
}
