import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What tells whether a server's files belong to its database. */
export class Installation1700000000021 implements MigrationInterface {
  readonly name = 'Installation1700000000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "installation" ("name" text PRIMARY KEY NOT NULL, "value" text NOT NULL)`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: restore a backup instead.');
  }
}
