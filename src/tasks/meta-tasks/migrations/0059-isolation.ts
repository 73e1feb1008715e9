import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The field `isolation` of a meta-task. */
export class Isolation1700000000059 extends Migration {
  readonly breaking = false;
  readonly name = 'Isolation1700000000059';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "task_type_versions" ADD COLUMN "isolation" text NOT NULL DEFAULT 'reuse'`,
    );
  }
}
