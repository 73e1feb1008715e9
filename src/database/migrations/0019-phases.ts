import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The phases that a meta-task declares. */
export class Phases1700000000019 implements MigrationInterface {
  readonly name = 'Phases1700000000019';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "task_type_versions" ADD COLUMN "phases" text NOT NULL DEFAULT '[]'`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: restore a backup instead.');
  }
}
