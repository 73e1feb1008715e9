import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The field `runs_on` of a meta-task. */
export class RunsOn1700000000067 extends Migration {
  readonly breaking = false;
  readonly name = 'RunsOn1700000000067';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "task_type_versions" ADD COLUMN "runs_on" text NOT NULL DEFAULT '[]'`,
    );
  }
}
