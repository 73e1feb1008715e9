import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** Pages, slides and sheets that sections are of. Those that were indexed before have none until their file changes. */
export class Places1700000000070 extends Migration {
  /** A server that does not know them indexes files without. */
  readonly breaking = false;
  readonly name = 'Places1700000000070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "file_sections" ADD COLUMN "places" text');
  }
}
