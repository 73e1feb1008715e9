import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The identifier of the meta-task that a version is a draft of, which need not exist. */
export class DraftVersions1700000000061 extends Migration {
  readonly breaking = false;
  readonly name = 'DraftVersions1700000000061';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "task_type_versions" ADD COLUMN "draft_of" text');
  }
}
