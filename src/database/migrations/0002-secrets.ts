import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Secrets1700000000002 implements MigrationInterface {
  readonly name = 'Secrets1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "secrets" (
      "project_id" text NOT NULL,
      "name" text NOT NULL,
      "sealed" text NOT NULL,
      "key_id" text NOT NULL,
      "updated_by" text NOT NULL,
      "created_at" bigint NOT NULL,
      "updated_at" bigint NOT NULL,
      PRIMARY KEY ("project_id", "name")
    )`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: restore a backup instead.');
  }
}
