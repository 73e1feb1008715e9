import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** Versions that exist stay without: what has been accepted so far still is. */
export class InferredParams1700000000003 extends Migration {
  /** A server that does not know it makes versions without an inferred schema. */
  readonly breaking = false;
  readonly name = 'InferredParams1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "task_type_versions" ADD COLUMN "inferred_params_schema" text');
  }
}
