import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Versions that exist stay without: their scripts could ask for no packages. */
export class Dependencies1700000000006 implements MigrationInterface {
  readonly name = 'Dependencies1700000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "task_type_versions" ADD COLUMN "program_lock" text');
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: restore a backup instead.');
  }
}
