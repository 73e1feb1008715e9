import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

export class Secrets1700000000002 extends Migration {
  readonly breaking = false;
  readonly name = 'Secrets1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "secrets" (
      "project_id" text NOT NULL,
      "name" text NOT NULL,
      "sealed" text NOT NULL,
      "key_id" text NOT NULL,
      "updated_by" text NOT NULL,
      "created_at" bigint NOT NULL,
      "updated_at" bigint NOT NULL,
      PRIMARY KEY ("project_id", "name")
    )`);
  }
}
