import { Migration } from '../../../platform/database/migration.js';

/** Creates the tables of agents and their versions. */
export class Agents1700000000023 extends Migration {
  readonly breaking = true;
  readonly name = 'Agents1700000000023';

  protected override statements(): string[] {
    return [
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
        "reasoning" text,
        "memory" text,
        "note" text
      )`,
      `CREATE UNIQUE INDEX "agent_versions_number" ON "agent_versions" ("agent_id", "version")`,
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
    ];
  }
}
