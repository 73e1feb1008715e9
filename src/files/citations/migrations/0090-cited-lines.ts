import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The hash of the lines that a citation stands in; null of an earlier citation, whose words alone are looked for. */
export class CitedLines1700000000090 extends Migration {
  readonly breaking = false;
  readonly name = 'CitedLines1700000000090';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "citations" ADD COLUMN "lines_hash" text');
  }
}
