import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** Limits of a meta-task on what its tasks use of language models. */
export class ModelLimits1700000000027 extends Migration {
  /** A server that does not know them would let tasks pass them. */
  readonly breaking = true;
  readonly name = 'ModelLimits1700000000027';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "task_type_versions" ADD COLUMN "max_tokens" integer');
    await runner.query(
      'ALTER TABLE "task_type_versions" ADD COLUMN "max_cost_usd" double precision',
    );
  }
}
