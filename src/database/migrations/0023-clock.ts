import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the database's clock has come. */
export class Clock1700000000023 implements MigrationInterface {
  readonly name = 'Clock1700000000023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "clocks" ("name" text PRIMARY KEY NOT NULL, "highest" bigint NOT NULL,
        "set_back" integer NOT NULL DEFAULT 0)`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: restore a backup instead.');
  }
}
