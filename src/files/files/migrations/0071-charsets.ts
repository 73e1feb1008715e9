import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The charset that was given with a document, to convert it by, now and again. */
export class Charsets1700000000071 extends Migration {
  /** A server that does not know it finds the charset out. */
  readonly breaking = false;
  readonly name = 'Charsets1700000000071';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['files', 'file_versions', 'conversion_jobs'])
      await runner.query(`ALTER TABLE "${table}" ADD COLUMN "charset" text`);
  }
}
