import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The vectors of what sections of files say, the projects that want some, and those that some are to be made for. */
export class SectionVectors1700000000089 extends Migration {
  /** A server that does not know them searches by words, and adds none: one that does adds those as it starts. */
  readonly breaking = false;
  readonly name = 'SectionVectors1700000000089';

  async up(runner: QueryRunner): Promise<void> {
    const isPostgres = runner.connection.options.type === 'postgres';
    // A number is never given again: what a server has in memory goes by it.
    const key = isPostgres
      ? 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY'
      : 'integer PRIMARY KEY AUTOINCREMENT';
    await runner.query(`CREATE TABLE "section_vectors" (
      "number" ${key} NOT NULL,
      "project_id" text NOT NULL,
      "workspace_id" text NOT NULL,
      "hash" ${isPostgres ? 'text COLLATE "C"' : 'text'} NOT NULL,
      "model" text NOT NULL,
      "version" bigint NOT NULL,
      "vector" ${isPostgres ? 'bytea' : 'blob'})`);
    // Numbers of floating point cannot be compressed.
    if (isPostgres)
      await runner.query(
        'ALTER TABLE "section_vectors" ALTER COLUMN "vector" SET STORAGE EXTERNAL',
      );
    await runner.query(
      'CREATE UNIQUE INDEX "section_vectors_hash" ON "section_vectors" ("workspace_id", "project_id", "hash")',
    );
    await runner.query(
      `CREATE INDEX "section_vectors_place"
       ON "section_vectors" ("project_id", "workspace_id", "version", "number")`,
    );
    await runner.query(
      'CREATE INDEX "section_vectors_version" ON "section_vectors" ("project_id", "version")',
    );
    await runner.query(
      'CREATE INDEX "section_vectors_model" ON "section_vectors" ("project_id", "model", "number")',
    );
    await runner.query(`CREATE TABLE "section_vector_jobs" (
      "project_id" text PRIMARY KEY NOT NULL,
      "attempts" integer NOT NULL,
      "failures" integer NOT NULL,
      "next_at" bigint NOT NULL,
      "error" text,
      "created_at" bigint NOT NULL)`);
    await runner.query(
      'CREATE INDEX "section_vector_jobs_due" ON "section_vector_jobs" ("next_at")',
    );
    await runner.query(`CREATE TABLE "search_settings" (
      "project_id" text PRIMARY KEY NOT NULL,
      "by_meaning" boolean NOT NULL,
      "changed_at" bigint NOT NULL)`);
  }
}
