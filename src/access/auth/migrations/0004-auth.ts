import { Migration } from '../../../platform/database/migration.js';

/** Creates the tables of users and their credentials. */
export class Auth1700000000004 extends Migration {
  readonly breaking = true;
  readonly name = 'Auth1700000000004';

  protected override statements(): string[] {
    return [
      `CREATE TABLE "access_tokens" (
        "id" text PRIMARY KEY NOT NULL,
        "user_id" text NOT NULL,
        "name" text NOT NULL,
        "role" text NOT NULL,
        "hash" text NOT NULL,
        "hint" text NOT NULL,
        "created_at" bigint NOT NULL,
        "expires_at" bigint,
        "revoked_at" bigint,
        "last_used_at" bigint
      )`,
      `CREATE UNIQUE INDEX "access_tokens_hash" ON "access_tokens" ("hash")`,
      `CREATE INDEX "access_tokens_user" ON "access_tokens" ("user_id")`,
      `CREATE TABLE "api_keys" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "name" text NOT NULL,
        "scopes" text NOT NULL,
        "hash" text NOT NULL,
        "hint" text NOT NULL,
        "created_by" text,
        "created_at" bigint NOT NULL,
        "expires_at" bigint,
        "revoked_at" bigint,
        "last_used_at" bigint
      )`,
      `CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" ("hash")`,
      `CREATE INDEX "api_keys_project" ON "api_keys" ("project_id")`,
      `CREATE TABLE "login_codes" (
        "id" text PRIMARY KEY NOT NULL,
        "token_id" text NOT NULL,
        "hash" text NOT NULL,
        "expires_at" bigint NOT NULL
      )`,
      `CREATE UNIQUE INDEX "login_codes_hash" ON "login_codes" ("hash")`,
      `CREATE INDEX "login_codes_token" ON "login_codes" ("token_id")`,
      `CREATE TABLE "sessions" (
        "id" text PRIMARY KEY NOT NULL,
        "token_id" text NOT NULL,
        "hash" text NOT NULL,
        "user_agent" text,
        "created_at" bigint NOT NULL,
        "last_used_at" bigint NOT NULL,
        "expires_at" bigint NOT NULL
      )`,
      `CREATE UNIQUE INDEX "sessions_hash" ON "sessions" ("hash")`,
      `CREATE INDEX "sessions_token" ON "sessions" ("token_id")`,
      `CREATE TABLE "users" (
        "id" text PRIMARY KEY NOT NULL,
        "name" text NOT NULL,
        "is_admin" boolean NOT NULL,
        "created_at" bigint NOT NULL
      )`,
    ];
  }
}
