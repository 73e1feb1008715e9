import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  `CREATE TABLE "model_providers" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "name" text NOT NULL,
    "kind" text NOT NULL,
    "base_url" text NOT NULL,
    "secret_name" text,
    "headers" text NOT NULL,
    "models" text NOT NULL,
    "limits" text NOT NULL,
    "created_at" bigint NOT NULL,
    "updated_at" bigint NOT NULL,
    "updated_by" text NOT NULL
  )`,
  `CREATE UNIQUE INDEX "model_providers_name" ON "model_providers" ("project_id", "name")`,
  `CREATE TABLE "model_calls" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "task_id" text,
    "step_id" text,
    "attempt" integer NOT NULL,
    "provider" text NOT NULL,
    "model" text NOT NULL,
    "state" text NOT NULL,
    "input_tokens" bigint NOT NULL,
    "cached_tokens" bigint NOT NULL,
    "output_tokens" bigint NOT NULL,
    "reasoning_tokens" bigint NOT NULL,
    "cost_micro_usd" bigint,
    "first_token_ms" integer,
    "duration_ms" integer,
    "error" text,
    "request_hash" text NOT NULL,
    "created_at" bigint NOT NULL,
    "finished_at" bigint
  )`,
  `CREATE INDEX "model_calls_project" ON "model_calls" ("project_id", "created_at")`,
  `CREATE INDEX "model_calls_task" ON "model_calls" ("task_id")`,
];

/** Providers of language models, and the requests to them. */
export class Models1700000000026 extends Migration {
  /** A server that does not know them runs no script that asks a model, and takes a step of kind "model" for one of its own. */
  readonly breaking = true;
  readonly name = 'Models1700000000026';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
