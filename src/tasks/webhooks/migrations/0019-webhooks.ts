import { Migration } from '../../../platform/database/migration.js';

/** Creates the tables of webhooks and their deliveries. */
export class Webhooks1700000000019 extends Migration {
  readonly breaking = true;
  readonly name = 'Webhooks1700000000019';

  protected override statements(): string[] {
    return [
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
      `CREATE INDEX "webhook_deliveries_due"
        ON "webhook_deliveries" ("webhook_id", "next_attempt_at") WHERE status = 'pending'`,
      `CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" ("webhook_id", "event_seq")`,
      `CREATE INDEX "webhook_deliveries_log" ON "webhook_deliveries" ("webhook_id", "id")`,
      `CREATE INDEX "webhook_deliveries_status" ON "webhook_deliveries" ("webhook_id", "status", "id")`,
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
    ];
  }
}
