import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const SQLITE = [
  'DROP TABLE "file_terms"',
  // Each term begins with its workspace's mark. As before: the terms alone, and whatever is not a space is part of one.
  `CREATE VIRTUAL TABLE "file_terms" USING fts5 (heading, text, content='', contentless_delete=1, tokenize='ascii')`,
  'DELETE FROM "file_sections"',
];

const POSTGRES = [
  'TRUNCATE "file_sections"',
  // All terms of a section beside its row: to fetch them from where PostgreSQL would put them takes most of a search.
  'ALTER TABLE "file_sections" SET (toast_tuple_target = 8160)',
  'CREATE INDEX "file_sections_workspace" ON "file_sections" ("workspace_id")',
];

/** Terms by workspace, and where a search finds them fast. All files are indexed again. */
export class SearchScopes1700000000018 extends Migration {
  /** A server that does not know it would index files in a way that this one finds nothing in. */
  readonly breaking = true;
  readonly name = 'SearchScopes1700000000018';

  async up(runner: QueryRunner): Promise<void> {
    const own = runner.connection.options.type === 'postgres' ? POSTGRES : SQLITE;
    for (const statement of own) await runner.query(statement);
    await runner.query('UPDATE "files" SET "indexed_as" = NULL WHERE "indexed_as" IS NOT NULL');
  }
}
