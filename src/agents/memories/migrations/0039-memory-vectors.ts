import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/**
 * The vectors of memories, and the projects that some are to be made for. A row of its own for each vector: those of `memories`
 * stay short, and are read for every search.
 */
export class MemoryVectors1700000000039 extends Migration {
  /** A server that does not know them searches by words, and erases no vector: one that does erases them as it starts. */
  readonly breaking = false;
  readonly name = 'MemoryVectors1700000000039';

  async up(runner: QueryRunner): Promise<void> {
    const isPostgres = runner.connection.options.type === 'postgres';
    await runner.query(`CREATE TABLE "memory_vectors" (
      "number" ${isPostgres ? 'bigint' : 'integer'} PRIMARY KEY NOT NULL,
      "project_id" text NOT NULL,
      "scope" text NOT NULL,
      "scope_id" text NOT NULL,
      "subject_hash" text NOT NULL,
      "model" text NOT NULL,
      "hash" text NOT NULL,
      "version" bigint NOT NULL,
      "vector" ${isPostgres ? 'bytea' : 'blob'})`);
    // Numbers of floating point cannot be compressed.
    if (isPostgres)
      await runner.query('ALTER TABLE "memory_vectors" ALTER COLUMN "vector" SET STORAGE EXTERNAL');
    await runner.query(
      `CREATE INDEX "memory_vectors_place"
       ON "memory_vectors" ("project_id", "scope", "scope_id", "subject_hash", "version", "number")`,
    );
    await runner.query(
      'CREATE INDEX "memory_vectors_version" ON "memory_vectors" ("project_id", "version")',
    );
    await runner.query(
      'CREATE INDEX "memory_vectors_model" ON "memory_vectors" ("project_id", "model", "number")',
    );
    await runner.query(`CREATE TABLE "memory_vector_jobs" (
      "project_id" text PRIMARY KEY NOT NULL,
      "attempts" integer NOT NULL,
      "failures" integer NOT NULL,
      "next_at" bigint NOT NULL,
      "error" text,
      "created_at" bigint NOT NULL)`);
    await runner.query('CREATE INDEX "memory_vector_jobs_due" ON "memory_vector_jobs" ("next_at")');
  }
}
