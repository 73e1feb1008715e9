import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

export class Network1700000000004 extends Migration {
  /** A server that does not know it runs all scripts without a network. */
  readonly breaking = false;
  readonly name = 'Network1700000000004';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of [
      `"network" text NOT NULL DEFAULT 'none'`,
      `"allowed_hosts" text NOT NULL DEFAULT '[]'`,
    ])
      await runner.query(`ALTER TABLE "task_type_versions" ADD COLUMN ${column}`);
  }
}
