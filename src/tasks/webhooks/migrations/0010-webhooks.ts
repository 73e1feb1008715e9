import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  'ALTER TABLE "tasks" ADD COLUMN "phase_since" bigint',
  `CREATE TABLE "run_histories" (
    "project_id" text NOT NULL,
    "task_type" text NOT NULL,
    "runs" bigint NOT NULL,
    "phases" text NOT NULL,
    "updated_at" bigint NOT NULL,
    PRIMARY KEY ("project_id", "task_type")
  )`,
  `CREATE TABLE "webhooks" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "url" text NOT NULL,
    "description" text,
    "events" text NOT NULL,
    "task_types" text,
    "sealed" text NOT NULL,
    "key_id" text NOT NULL,
    "previous_sealed" text,
    "previous_until" bigint,
    "enabled" boolean NOT NULL,
    "disabled_reason" text,
    "failing_since" bigint,
    "cursor" bigint NOT NULL,
    "created_by" text NOT NULL,
    "created_at" bigint NOT NULL,
    "updated_at" bigint NOT NULL
  )`,
  `CREATE INDEX "webhooks_project" ON "webhooks" ("project_id", "created_at")`,
  `CREATE TABLE "webhook_deliveries" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "webhook_id" text NOT NULL,
    "event_seq" bigint NOT NULL,
    "type" text NOT NULL,
    "task_id" text,
    "payload" text NOT NULL,
    "status" text NOT NULL,
    "attempts" integer NOT NULL,
    "round" integer NOT NULL,
    "next_attempt_at" bigint,
    "attempted_at" bigint,
    "response_status" integer,
    "response_body" text,
    "duration_ms" integer,
    "error" text,
    "created_at" bigint NOT NULL,
    "finished_at" bigint
  )`,
  `CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" ("webhook_id", "event_seq")`,
  `CREATE INDEX "webhook_deliveries_log" ON "webhook_deliveries" ("webhook_id", "id")`,
  `CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("webhook_id", "next_attempt_at") WHERE status = 'pending'`,
];

/** Webhooks with their deliveries, and how long runs and their phases usually take. */
export class Webhooks1700000000010 extends Migration {
  /** A server that does not know it delivers nothing, and reads no event of type webhook. */
  readonly breaking = false;
  readonly name = 'Webhooks1700000000010';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
