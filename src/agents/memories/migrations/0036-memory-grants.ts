import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';
import { termsOf } from '../../../files/search/analyzer.js';
import { ftsTerms } from '../../../files/search/terms.js';

interface Indexed {
  number: number;
  project_id: string;
  text: string;
}

const GRANTS = [
  'ALTER TABLE "task_type_versions" ADD COLUMN "memory" text',
  'ALTER TABLE "task_type_versions" ADD COLUMN "memory_subject" text',
  'ALTER TABLE "agent_versions" ADD COLUMN "memory" text',
  `CREATE TABLE "memory_settings" (
    "project_id" text PRIMARY KEY NOT NULL,
    "model" text,
    "review" text NOT NULL)`,
];

/** Memories that are indexed at a time. */
const AT_ONCE = 500;

/**
 * What runs may do with memories. On SQLite, an index of terms from which a removed row is gone at the commit. One without contents keeps the terms of removed
 * rows until it is written again, which a crash can prevent.
 */
export class MemoryGrants1700000000036 extends Migration {
  /** A server that does not know it works with the new index as with the old one. */
  readonly breaking = false;
  readonly name = 'MemoryGrants1700000000036';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of GRANTS) await runner.query(statement);
    if (runner.connection.options.type === 'postgres') return;
    await runner.query('DROP TABLE "memory_terms"');
    // Whatever is not a space is part of a term.
    await runner.query(`CREATE VIRTUAL TABLE "memory_terms" USING fts5 (text, tokenize='ascii')`);
    await runner.query(
      `INSERT INTO "memory_terms" ("memory_terms", "rank") VALUES ('secure-delete', 1)`,
    );
    for (let after = 0; ;) {
      const rows = (await runner.query(
        `SELECT "number", "project_id", "text" FROM "memories"
         WHERE "number" > ? AND "status" <> 'revoked' AND "text" IS NOT NULL ORDER BY "number" LIMIT ?`,
        [after, AT_ONCE],
      )) as Indexed[];
      for (const { number, project_id, text } of rows)
        await runner.query('INSERT INTO "memory_terms" (rowid, text) VALUES (?, ?)', [
          number,
          ftsTerms(termsOf(text), project_id),
        ]);
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.number;
    }
  }
}
