import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  'ALTER TABLE "tasks" ADD COLUMN "draft" integer NOT NULL DEFAULT 0',
  `CREATE INDEX "tasks_drafts" ON "tasks" ("project_id", "created_at", "id") WHERE draft = 1`,
];

/** Tasks of drafts: few, so that what leaves them out looks for them in an index of their own. */
export class Drafts1700000000060 extends Migration {
  readonly breaking = false;
  readonly name = 'Drafts1700000000060';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
