import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Network1700000000004 implements MigrationInterface {
  readonly name = 'Network1700000000004';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of [
      `"network" text NOT NULL DEFAULT 'none'`,
      `"allowed_hosts" text NOT NULL DEFAULT '[]'`,
    ])
      await runner.query(`ALTER TABLE "task_type_versions" ADD COLUMN ${column}`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: restore a backup instead.');
  }
}
