import { Migration } from '../../../platform/database/migration.js';

/** Creates the tables of the projects' secrets and of the meta-tasks that read them. */
export class Secrets1700000000007 extends Migration {
  readonly breaking = true;
  readonly name = 'Secrets1700000000007';

  protected override statements(): string[] {
    return [
      `CREATE TABLE "secret_reads" (
        "project_id" text NOT NULL,
        "name" text NOT NULL,
        "task_type" text NOT NULL,
        "last_read_at" bigint NOT NULL,
        PRIMARY KEY ("project_id", "name", "task_type")
      )`,
      `CREATE TABLE "secrets" (
        "project_id" text NOT NULL,
        "name" text NOT NULL,
        "sealed" text NOT NULL,
        "key_id" text NOT NULL,
        "updated_by" text NOT NULL,
        "created_at" bigint NOT NULL,
        "updated_at" bigint NOT NULL,
        "hosts" text NOT NULL DEFAULT '[]',
        PRIMARY KEY ("project_id", "name")
      )`,
    ];
  }
}
