import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  `CREATE TABLE "agents" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "identifier" text NOT NULL,
    "current_version" integer NOT NULL,
    "latest_version" integer NOT NULL,
    "created_at" bigint NOT NULL,
    "updated_at" bigint NOT NULL,
    "archived_at" bigint
  )`,
  `CREATE UNIQUE INDEX "agents_project_identifier" ON "agents" ("project_id", "identifier")`,
  `CREATE TABLE "agent_versions" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "version" integer NOT NULL,
    "created_by" text NOT NULL,
    "created_at" bigint NOT NULL,
    "agent_id" text NOT NULL,
    "name" text NOT NULL,
    "description" text,
    "model" text,
    "instructions" text,
    "tools" text NOT NULL,
    "approve" text NOT NULL,
    "knowledge" text NOT NULL,
    "limits" text,
    "temperature" double precision,
    "reasoning" text
  )`,
  `CREATE UNIQUE INDEX "agent_versions_number" ON "agent_versions" ("agent_id", "version")`,
  'ALTER TABLE "task_type_versions" ADD COLUMN "agent_id" text',
  'ALTER TABLE "tasks" ADD COLUMN "agent_version_id" text',
];

/** Agents with their versions, and what is bound to them: versions of meta-tasks, and tasks. */
export class Agents1700000000030 extends Migration {
  /** A server that does not know them binds nothing to one. */
  readonly breaking = false;
  readonly name = 'Agents1700000000030';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
