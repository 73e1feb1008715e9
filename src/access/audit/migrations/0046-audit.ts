import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  `CREATE TABLE "audit_log" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "at" bigint NOT NULL,
    "by_kind" text NOT NULL,
    "by_name" text NOT NULL,
    "user_id" text,
    "credential_id" text NOT NULL,
    "address" text NOT NULL,
    "request_id" text NOT NULL,
    "action" text NOT NULL,
    "target" text NOT NULL,
    "diff" text NOT NULL
  )`,
  `CREATE INDEX "audit_log_project" ON "audit_log" ("project_id", "id")`,
  `CREATE INDEX "audit_log_at" ON "audit_log" ("at")`,
];

export class Audit1700000000046 extends Migration {
  /** A server that does not know it records nothing of what is done through it. */
  readonly breaking = false;
  readonly name = 'Audit1700000000046';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
