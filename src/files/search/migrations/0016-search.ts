import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  'ALTER TABLE "files" ADD COLUMN "indexed_as" text',
  `CREATE INDEX "files_unindexed" ON "files" ("workspace_id", "id")
    WHERE type = 'file' AND indexed_as IS DISTINCT FROM blob_id || ' ' || mime_type`,
];

/** All but the key and the terms, which each database has in its own way. The text is last: it may be long. */
const SECTION_COLUMNS = `
    "project_id" text NOT NULL,
    "workspace_id" text NOT NULL,
    "file_id" text NOT NULL,
    "content" text NOT NULL,
    "position" integer NOT NULL,
    "first_line" integer NOT NULL,
    "last_line" integer NOT NULL,
    "heading" text NOT NULL,
    "anchor" text`;

const SQLITE = [
  `CREATE TABLE "file_sections" ("id" integer PRIMARY KEY NOT NULL, ${SECTION_COLUMNS}, "text" text NOT NULL)`,
  // The terms alone: the texts are in file_sections. Whatever is not a space is part of a term.
  `CREATE VIRTUAL TABLE "file_terms" USING fts5 (scope, heading, text, content='', contentless_delete=1,
    tokenize='ascii')`,
];

const POSTGRES = [
  `CREATE TABLE "file_sections" ("id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${SECTION_COLUMNS},
    "terms" tsvector NOT NULL, "text" text NOT NULL)`,
  'CREATE INDEX "file_sections_terms" ON "file_sections" USING gin ("terms")',
];

const KEY =
  'CREATE UNIQUE INDEX "file_sections_file" ON "file_sections" ("file_id", "content", "position")';

/**
 * The index of `search/`. Its tables have no entities: their types differ between the databases, and only
 * `search/search-index.ts` reads and writes them.
 */
export class Search1700000000016 extends Migration {
  /** A server that does not know the index may write: one that does indexes its files. */
  readonly breaking = false;
  readonly name = 'Search1700000000016';

  async up(runner: QueryRunner): Promise<void> {
    const own = runner.connection.options.type === 'postgres' ? POSTGRES : SQLITE;
    for (const statement of [...STATEMENTS, ...own, KEY]) await runner.query(statement);
  }
}
