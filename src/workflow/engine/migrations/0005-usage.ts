import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** Adds the usage of runs, and the limit on their CPU time. Runs that have ended stay without figures. */
export class Usage1700000000005 extends Migration {
  /** A server that does not know it runs without a limit on CPU time, and reports no figures. */
  readonly breaking = false;
  readonly name = 'Usage1700000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "tasks" ADD COLUMN "peak_memory_bytes" bigint');
    await runner.query('ALTER TABLE "tasks" ADD COLUMN "cpu_ms" bigint');
    await runner.query('ALTER TABLE "task_type_versions" ADD COLUMN "cpu_seconds" integer');
  }
}
