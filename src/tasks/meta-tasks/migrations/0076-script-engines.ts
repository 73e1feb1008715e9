import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The field `runtime` of a meta-task. */
export class ScriptEngines1700000000076 extends Migration {
  readonly breaking = false;
  readonly name = 'ScriptEngines1700000000076';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "task_type_versions" ADD COLUMN "runtime" text NOT NULL DEFAULT 'isolate'`,
    );
  }
}
