import { Migration } from '../../../platform/database/migration.js';

/** Creates the tables of model providers, the requests to them, and the usage and budgets of projects. */
export class Models1700000000020 extends Migration {
  readonly breaking = true;
  readonly name = 'Models1700000000020';

  protected override statements(): string[] {
    return [
      `CREATE TABLE "model_budgets" (
        "project_id" text PRIMARY KEY NOT NULL,
        "usd_month" double precision,
        "tokens_month" bigint
      )`,
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
        "finished_at" bigint,
        "task_type" text,
        "agent_id" text,
        "estimated_input_tokens" bigint,
        "estimated_output_tokens" bigint,
        "reported_input_tokens" bigint,
        "reported_output_tokens" bigint
      )`,
      `CREATE INDEX "model_calls_open_tests"
        ON "model_calls" ("project_id", "created_at") WHERE task_id IS NULL AND state = 'sent'`,
      `CREATE INDEX "model_calls_task" ON "model_calls" ("task_id", "id")`,
      `CREATE INDEX "model_calls_tests" ON "model_calls" ("project_id", "created_at") WHERE task_id IS NULL`,
      `CREATE TABLE "model_months" (
        "project_id" text NOT NULL,
        "month" text NOT NULL,
        "tokens" bigint NOT NULL,
        "cost_micro_usd" bigint NOT NULL,
        PRIMARY KEY ("project_id", "month")
      )`,
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
      `CREATE TABLE "model_usage" (
        "project_id" text NOT NULL,
        "day" integer NOT NULL,
        "task_type" text NOT NULL,
        "model" text NOT NULL,
        "agent_id" text NOT NULL,
        "calls" bigint NOT NULL,
        "input_tokens" bigint NOT NULL,
        "cached_tokens" bigint NOT NULL,
        "output_tokens" bigint NOT NULL,
        "cost_micro_usd" bigint,
        PRIMARY KEY ("project_id", "day", "task_type", "model", "agent_id")
      )`,
    ];
  }
}
