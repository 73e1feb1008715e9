import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

export class Idempotency1700000000007 extends Migration {
  readonly breaking = false;
  readonly name = 'Idempotency1700000000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "idempotency_keys" (
      "project_id" text NOT NULL,
      "key" text NOT NULL,
      "fingerprint" text NOT NULL,
      "answer" text NOT NULL,
      "created_at" bigint NOT NULL,
      PRIMARY KEY ("project_id", "key")
    )`);
    await runner.query(
      'CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" ("created_at")',
    );
  }
}
