import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The level of the sandbox that an attempt ran in. Of those before this migration it is not known. */
export class SandboxOfAttempts1700000000047 extends Migration {
  readonly breaking = false;
  readonly name = 'SandboxOfAttempts1700000000047';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "tasks" ADD COLUMN "attempt_sandbox" integer');
    await runner.query('ALTER TABLE "task_attempts" ADD COLUMN "sandbox_level" integer');
  }
}
