import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The phases that a meta-task declares. */
export class Phases1700000000019 extends Migration {
  /** A server that does not know it warns of no phase. */
  readonly breaking = false;
  readonly name = 'Phases1700000000019';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "task_type_versions" ADD COLUMN "phases" text NOT NULL DEFAULT '[]'`,
    );
  }
}
