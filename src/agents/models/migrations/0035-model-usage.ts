import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  `ALTER TABLE "tasks" ADD COLUMN "usage" text`,
  `ALTER TABLE "model_calls" ADD COLUMN "task_type" text`,
  `ALTER TABLE "model_calls" ADD COLUMN "agent_id" text`,
  `CREATE INDEX "model_calls_tests" ON "model_calls" ("project_id", "created_at") WHERE task_id IS NULL`,
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
  `CREATE TABLE "model_months" (
    "project_id" text NOT NULL,
    "month" text NOT NULL,
    "tokens" bigint NOT NULL,
    "cost_micro_usd" bigint NOT NULL,
    PRIMARY KEY ("project_id", "month")
  )`,
  `CREATE TABLE "model_budgets" (
    "project_id" text PRIMARY KEY NOT NULL,
    "usd_month" double precision,
    "tokens_month" bigint
  )`,
];

/** The usage of models by tasks and projects, and the budgets of projects for a month. */
export class ModelUsage1700000000035 extends Migration {
  /** A server that does not know it counts nothing, and keeps to no budget. */
  readonly breaking = true;
  readonly name = 'ModelUsage1700000000035';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
