import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** Adds steps that run, which are closed with their task. */
export class RunningSteps1700000000024 extends Migration {
  /** An older server takes a step that runs for one that has ended. */
  readonly breaking = true;
  readonly name = 'RunningSteps1700000000024';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "task_steps_running" ON "task_steps" ("task_id") WHERE status = 'running'`,
    );
  }
}
