import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  // The level of the sandbox that an attempt ran in.
  'ALTER TABLE "tasks" ADD COLUMN "attempt_sandbox" integer',
  'ALTER TABLE "task_attempts" ADD COLUMN "sandbox_level" integer',
  // Where a script asks for a step, and the attempts of the step.
  'ALTER TABLE "task_steps" ADD COLUMN "code_at" text',
  'ALTER TABLE "task_steps" ADD COLUMN "tries" text',
];

/** More columns of attempts and steps. Of those before this migration they are null. */
export class RunDetails1700000000047 extends Migration {
  readonly breaking = false;
  readonly name = 'RunDetails1700000000047';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
