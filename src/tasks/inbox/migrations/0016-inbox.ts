import { Migration } from '../../../platform/database/migration.js';

/** Creates the table of events sent to tasks. */
export class Inbox1700000000016 extends Migration {
  readonly breaking = true;
  readonly name = 'Inbox1700000000016';

  protected override statements(): string[] {
    return [
      `CREATE TABLE "task_inbox" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "task_id" text NOT NULL,
        "name" text NOT NULL,
        "position" integer NOT NULL,
        "payload" text NOT NULL,
        "size" integer NOT NULL,
        "created_at" bigint NOT NULL
      )`,
      `CREATE INDEX "task_inbox_task" ON "task_inbox" ("task_id", "name", "position")`,
    ];
  }
}
