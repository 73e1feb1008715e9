import { Migration } from '../../../platform/database/migration.js';

/** Creates the tables of the answers that an Idempotency-Key repeats, and the usual times of runs. */
export class Tasks1700000000014 extends Migration {
  readonly breaking = true;
  readonly name = 'Tasks1700000000014';

  protected override statements(): string[] {
    return [
      `CREATE TABLE "idempotency_keys" (
        "project_id" text NOT NULL,
        "key" text NOT NULL,
        "fingerprint" text NOT NULL,
        "answer" text NOT NULL,
        "created_at" bigint NOT NULL,
        PRIMARY KEY ("project_id", "key")
      )`,
      `CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" ("created_at")`,
      `CREATE TABLE "run_histories" (
        "project_id" text NOT NULL,
        "task_type" text NOT NULL,
        "runs" bigint NOT NULL,
        "phases" text NOT NULL,
        "updated_at" bigint NOT NULL,
        PRIMARY KEY ("project_id", "task_type")
      )`,
    ];
  }
}
