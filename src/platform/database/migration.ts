import type { MigrationInterface, QueryRunner } from 'typeorm';

export type DatabaseKind = 'sqlite' | 'postgres';

/** A change of the schema; the same migration runs on SQLite and PostgreSQL. */
export abstract class Migration implements MigrationInterface {
  /** The class name, by which databases identify it. Migrations run in the order of the number at its end. */
  abstract readonly name: string;
  /** True if a server that does not know this migration must refuse to work on the database. */
  abstract readonly breaking: boolean;

  /**
   * Returns the statements of the change. A migration that reads rows before it writes overrides {@link up} instead.
   */
  protected statements(_kind: DatabaseKind): string[] {
    return [];
  }

  async up(runner: QueryRunner): Promise<void> {
    const kind = runner.connection.options.type === 'postgres' ? 'postgres' : 'sqlite';
    for (const statement of this.statements(kind)) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: restore a backup instead.');
  }
}
