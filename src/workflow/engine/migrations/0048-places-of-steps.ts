import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** Where a script asks for a step, and the attempts of the step. Of earlier steps neither is known. */
export class PlacesOfSteps1700000000048 extends Migration {
  readonly breaking = false;
  readonly name = 'PlacesOfSteps1700000000048';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "task_steps" ADD COLUMN "code_at" text');
    await runner.query('ALTER TABLE "task_steps" ADD COLUMN "tries" text');
  }
}
