import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Versions that exist stay without: what has been accepted so far still is. */
export class InferredParams1700000000003 implements MigrationInterface {
  readonly name = 'InferredParams1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "task_type_versions" ADD COLUMN "inferred_params_schema" text');
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: restore a backup instead.');
  }
}
