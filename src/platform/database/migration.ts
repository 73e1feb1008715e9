import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A change of the schema; the same one runs on SQLite and on PostgreSQL. */
export abstract class Migration implements MigrationInterface {
  /** The name of the class, by which databases know it. Migrations run in the order of the number at its end. */
  abstract readonly name: string;
  /** True if a server that does not know this migration must refuse to work on the database. */
  abstract readonly breaking: boolean;

  abstract up(runner: QueryRunner): Promise<void>;

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: restore a backup instead.');
  }
}
