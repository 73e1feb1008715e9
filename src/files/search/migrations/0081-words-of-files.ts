import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The words of each workspace, with all that a condition names in each index; in PostgreSQL in the order of their bytes, as in SQLite, so that beginnings are found. */
function words(text: string): string {
  return `CREATE TABLE "file_words" (
    "workspace_id" text NOT NULL,
    "project_id" text NOT NULL,
    "word" ${text} NOT NULL,
    "language" text NOT NULL,
    "stem" ${text} NOT NULL,
    "reversed" ${text} NOT NULL,
    PRIMARY KEY ("workspace_id", "project_id", "word", "language"))`;
}

const BOTH = [
  // With all that a count of the sections of a workspace needs.
  'CREATE INDEX "file_sections_workspace" ON "file_sections" ("workspace_id", "project_id")',
  'CREATE INDEX "file_words_stem" ON "file_words" ("workspace_id", "project_id", "language", "stem")',
  'CREATE INDEX "file_words_reversed" ON "file_words" ("workspace_id", "project_id", "reversed")',
  // How many terms a section has.
  'ALTER TABLE "file_sections" ADD COLUMN "length" integer NOT NULL DEFAULT 0',
  'UPDATE "files" SET "indexed_as" = NULL WHERE "indexed_as" IS NOT NULL',
];

const SQLITE = [
  'DELETE FROM "file_sections"',
  'DELETE FROM "file_terms"',
  `${words('text')} WITHOUT ROWID`,
];

const POSTGRES = [
  'TRUNCATE "file_sections"',
  'DROP INDEX "file_sections_workspace"',
  words('text COLLATE "C"'),
];

/** Words with their stems, and texts without markup. All files are indexed again. */
export class WordsOfFiles1700000000081 extends Migration {
  /** A server that does not know it would index files in a way that this one finds less in. */
  readonly breaking = true;
  readonly name = 'WordsOfFiles1700000000081';

  async up(runner: QueryRunner): Promise<void> {
    const own = runner.connection.options.type === 'postgres' ? POSTGRES : SQLITE;
    for (const statement of [...own, ...BOTH]) await runner.query(statement);
  }
}
