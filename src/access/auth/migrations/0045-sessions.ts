import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
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
  `CREATE TABLE "login_codes" (
    "id" text PRIMARY KEY NOT NULL,
    "token_id" text NOT NULL,
    "hash" text NOT NULL,
    "expires_at" bigint NOT NULL
  )`,
  `CREATE UNIQUE INDEX "login_codes_hash" ON "login_codes" ("hash")`,
  `CREATE INDEX "login_codes_token" ON "login_codes" ("token_id")`,
];

export class Sessions1700000000045 extends Migration {
  /** A server that does not know it takes no cookies. */
  readonly breaking = false;
  readonly name = 'Sessions1700000000045';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
