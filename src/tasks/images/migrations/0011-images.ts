import { Migration } from '../../../platform/database/migration.js';

/** Creates the tables of images and their versions. */
export class Images1700000000011 extends Migration {
  readonly breaking = true;
  readonly name = 'Images1700000000011';

  protected override statements(): string[] {
    return [
      `CREATE TABLE "image_versions" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "image_id" text NOT NULL,
        "image_name" text NOT NULL,
        "number" integer NOT NULL,
        "reference" text NOT NULL,
        "digest" text NOT NULL,
        "is_local" boolean NOT NULL,
        "size" bigint NOT NULL,
        "probe" text NOT NULL,
        "pulled_at" bigint NOT NULL,
        "used_at" bigint NOT NULL,
        "removed_at" bigint
      )`,
      `CREATE INDEX "image_versions_digest" ON "image_versions" ("digest")`,
      `CREATE UNIQUE INDEX "image_versions_number" ON "image_versions" ("image_id", "number")`,
      `CREATE TABLE "images" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "name" text NOT NULL,
        "reference" text NOT NULL,
        "platform" text,
        "auth_secret" text,
        "state" text NOT NULL,
        "error_code" text,
        "error" text,
        "version_id" text,
        "attempts" integer NOT NULL,
        "claims" integer NOT NULL,
        "next_at" bigint,
        "created_at" bigint NOT NULL,
        "updated_at" bigint NOT NULL,
        "updated_by" text NOT NULL
      )`,
      `CREATE INDEX "images_due" ON "images" ("next_at") WHERE state = 'pulling'`,
      `CREATE UNIQUE INDEX "images_name" ON "images" ("project_id", "name")`,
    ];
  }
}
