import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The meta-tasks that read each secret, and when they last did. */
export class SecretReads1700000000051 extends Migration {
  /** A server that does not know it records no reads. */
  readonly breaking = false;
  readonly name = 'SecretReads1700000000051';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "secret_reads" (
      "project_id" text NOT NULL,
      "name" text NOT NULL,
      "task_type" text NOT NULL,
      "last_read_at" bigint NOT NULL,
      PRIMARY KEY ("project_id", "name", "task_type")
    )`);
  }
}
