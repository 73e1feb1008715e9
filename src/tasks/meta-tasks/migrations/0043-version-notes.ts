import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The note: what the author of a version of a meta-task says of it. */
export class VersionNotes1700000000043 extends Migration {
  readonly breaking = false;
  readonly name = 'VersionNotes1700000000043';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "task_type_versions" ADD COLUMN "note" text');
  }
}
