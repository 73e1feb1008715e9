import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** Versions that exist stay without: their scripts could ask for no packages. */
export class Dependencies1700000000006 extends Migration {
  /** A server that does not know it would run scripts without the packages that they ask for. */
  readonly breaking = true;
  readonly name = 'Dependencies1700000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "task_type_versions" ADD COLUMN "program_lock" text');
  }
}
