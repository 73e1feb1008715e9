import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** All but the key and the terms, which each database has in its own way. */
const MEMORY_COLUMNS = `
    "id" text NOT NULL,
    "project_id" text NOT NULL,
    "scope" text NOT NULL,
    "scope_id" text NOT NULL,
    "subject_hash" text NOT NULL,
    "kind" text NOT NULL,
    "text" text,
    "hash" text NOT NULL,
    "status" text NOT NULL,
    "trust" text NOT NULL,
    "supersedes_id" text,
    "expires_at" bigint,
    "created_via" text NOT NULL,
    "created_by" text NOT NULL,
    "model" text,
    "uses" integer NOT NULL,
    "last_used_at" bigint,
    "created_at" bigint NOT NULL,
    "updated_at" bigint NOT NULL`;

const SQLITE = [
  `CREATE TABLE "memories" ("number" integer PRIMARY KEY NOT NULL, ${MEMORY_COLUMNS})`,
  // The terms alone: the texts are in memories. Whatever is not a space is part of a term.
  `CREATE VIRTUAL TABLE "memory_terms" USING fts5 (text, content='', contentless_delete=1, tokenize='ascii')`,
];

const POSTGRES = [
  `CREATE TABLE "memories" ("number" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ${MEMORY_COLUMNS},
    "terms" tsvector)`,
  'CREATE INDEX "memories_terms" ON "memories" USING gin ("terms")',
];

const STATEMENTS = [
  'CREATE UNIQUE INDEX "memories_id" ON "memories" ("id")',
  `CREATE UNIQUE INDEX "memories_hash"
    ON "memories" ("project_id", "scope", "scope_id", "subject_hash", "hash")`,
  // For the count of a scope, which is made whenever one is added.
  `CREATE INDEX "memories_scope"
    ON "memories" ("project_id", "scope", "scope_id", "subject_hash", "status")`,
  'CREATE INDEX "memories_list" ON "memories" ("project_id", "id")',
  `CREATE TABLE "memory_sources" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "memory_id" text NOT NULL,
    "task_id" text,
    "attempt" integer,
    "step_id" text,
    "pointer" text,
    "quote" text,
    "file_path" text,
    "first_line" integer,
    "last_line" integer,
    "created_at" bigint NOT NULL)`,
  'CREATE INDEX "memory_sources_memory" ON "memory_sources" ("memory_id")',
  'CREATE INDEX "memory_sources_task" ON "memory_sources" ("task_id")',
  `CREATE TABLE "memory_uses" (
    "memory_id" text NOT NULL,
    "task_id" text NOT NULL,
    "step_id" text NOT NULL,
    "project_id" text NOT NULL,
    "created_at" bigint NOT NULL,
    PRIMARY KEY ("memory_id", "task_id", "step_id"))`,
  'CREATE INDEX "memory_uses_task" ON "memory_uses" ("task_id")',
  `CREATE TABLE "memory_tombstones" (
    "project_id" text NOT NULL,
    "hash" text NOT NULL,
    "created_at" bigint NOT NULL,
    PRIMARY KEY ("project_id", "hash"))`,
  `CREATE TABLE "memory_counters" (
    "project_id" text NOT NULL,
    "name" text NOT NULL,
    "count" bigint NOT NULL,
    PRIMARY KEY ("project_id", "name"))`,
];

/**
 * The tables of memories. They have no entities: `memories` differs between the databases, and only this feature reads and
 * writes them.
 */
export class Memories1700000000028 extends Migration {
  readonly breaking = false;
  readonly name = 'Memories1700000000028';

  async up(runner: QueryRunner): Promise<void> {
    const own = runner.connection.options.type === 'postgres' ? POSTGRES : SQLITE;
    for (const statement of [...own, ...STATEMENTS]) await runner.query(statement);
  }
}
