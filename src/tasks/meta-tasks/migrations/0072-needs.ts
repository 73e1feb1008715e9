import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The needs that a version of a meta-task has of the release of a worker. */
export class Needs1700000000072 extends Migration {
  /** A server without it makes versions that need nothing, of which it knows no other. */
  readonly breaking = false;
  readonly name = 'Needs1700000000072';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "task_type_versions" ADD COLUMN "needs" text NOT NULL DEFAULT ''`,
    );
  }
}
