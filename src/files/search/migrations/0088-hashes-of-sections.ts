import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The hash of what each section says, by which sections that say the same share one meaning; '' until it is computed. */
export class HashesOfSections1700000000088 extends Migration {
  /** A server that does not know them adds sections without: the others compute theirs. */
  readonly breaking = false;
  readonly name = 'HashesOfSections1700000000088';

  async up(runner: QueryRunner): Promise<void> {
    const isPostgres = runner.connection.options.type === 'postgres';
    const text = isPostgres ? 'text COLLATE "C"' : 'text';
    await runner.query(`ALTER TABLE "file_sections" ADD COLUMN "hash" ${text} NOT NULL DEFAULT ''`);
    // It counts the sections of a workspace as well.
    await runner.query('DROP INDEX "file_sections_workspace"');
    await runner.query(
      'CREATE INDEX "file_sections_workspace" ON "file_sections" ("workspace_id", "project_id", "hash")',
    );
  }
}
