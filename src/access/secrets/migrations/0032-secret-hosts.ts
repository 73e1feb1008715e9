import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

export class SecretHosts1700000000032 extends Migration {
  readonly breaking = false;
  readonly name = 'SecretHosts1700000000032';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "secrets" ADD COLUMN "hosts" text NOT NULL DEFAULT '[]'`);
  }
}
