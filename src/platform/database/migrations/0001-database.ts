import { Migration } from '../migration.js';

/** Creates the tables for the marks of migrations. */
export class Database1700000000001 extends Migration {
  readonly breaking = true;
  readonly name = 'Database1700000000001';

  protected override statements(): string[] {
    return [
      `CREATE TABLE "schema_marks" (
        "name" text PRIMARY KEY NOT NULL,
        "breaking" boolean NOT NULL,
        "applied_at" bigint NOT NULL
      )`,
    ];
  }
}
