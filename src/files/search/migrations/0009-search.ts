import { type DatabaseKind, Migration } from '../../../platform/database/migration.js';

/** Texts compared by their bytes on both databases, so that prefixes of words are found. */
const BYTES = { sqlite: 'text', postgres: 'text COLLATE "C"' };

/** The key of a section, and on PostgreSQL its terms. The text follows them, since it may be long. */
const OWN = {
  sqlite: { key: 'integer PRIMARY KEY NOT NULL', terms: '' },
  postgres: {
    key: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    terms: '"terms" tsvector NOT NULL,',
  },
};

const TERMS = {
  sqlite: [
    // Only terms: the texts are in file_sections. Each term begins with the mark of its workspace; every character but
    // a space belongs to a term.
    `CREATE VIRTUAL TABLE "file_terms" USING fts5 (heading, text, content='', contentless_delete=1, tokenize='ascii')`,
  ],
  postgres: [
    // All terms of a section stay in its row: reading them from the TOAST table takes most of a search.
    'ALTER TABLE "file_sections" SET (toast_tuple_target = 8160)',
    'CREATE INDEX "file_sections_terms" ON "file_sections" USING gin ("terms")',
  ],
};

/** Creates the tables of the index of files. */
export class Search1700000000009 extends Migration {
  readonly breaking = true;
  readonly name = 'Search1700000000009';

  protected override statements(kind: DatabaseKind): string[] {
    return [
      `CREATE TABLE "file_sections" (
        "id" ${OWN[kind].key},
        "project_id" text NOT NULL,
        "workspace_id" text NOT NULL,
        "file_id" text NOT NULL,
        "content" text NOT NULL,
        "position" integer NOT NULL,
        "first_line" integer NOT NULL,
        "last_line" integer NOT NULL,
        "heading" text NOT NULL,
        "anchor" text,
        ${OWN[kind].terms}
        "text" text NOT NULL,
        "places" text,
        "length" integer NOT NULL DEFAULT 0,
        "hash" ${BYTES[kind]} NOT NULL DEFAULT ''
      )`,
      ...TERMS[kind],
      `CREATE UNIQUE INDEX "file_sections_file" ON "file_sections" ("file_id", "content", "position")`,
      // It also counts the sections of a workspace.
      `CREATE INDEX "file_sections_workspace" ON "file_sections" ("workspace_id", "project_id", "hash")`,
      `CREATE TABLE "file_words" (
        "workspace_id" text NOT NULL,
        "project_id" text NOT NULL,
        "word" ${BYTES[kind]} NOT NULL,
        "language" text NOT NULL,
        "stem" ${BYTES[kind]} NOT NULL,
        "reversed" ${BYTES[kind]} NOT NULL,
        PRIMARY KEY ("workspace_id", "project_id", "word", "language")
      ) ${kind === 'sqlite' ? 'WITHOUT ROWID' : ''}`,
      `CREATE INDEX "file_words_stem" ON "file_words" ("workspace_id", "project_id", "language", "stem")`,
      `CREATE INDEX "file_words_reversed" ON "file_words" ("workspace_id", "project_id", "reversed")`,
    ];
  }
}
