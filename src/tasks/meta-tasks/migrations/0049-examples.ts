import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** Named params of meta-tasks. */
export class Examples1700000000049 extends Migration {
  readonly breaking = false;
  readonly name = 'Examples1700000000049';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "task_type_examples" (
      "task_type_id" text NOT NULL, "name" text NOT NULL, "project_id" text NOT NULL,
      "description" text, "params" text NOT NULL, "updated_by" text NOT NULL, "updated_at" bigint NOT NULL,
      PRIMARY KEY ("task_type_id", "name"))`);
  }
}
