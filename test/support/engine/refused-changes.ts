import type { Database } from '../../../src/platform/database/database.js';

/** Makes the database refuse changes of tasks for which the SQL condition `when` holds. */
export async function refuseChanges(database: Database, when: string): Promise<void> {
  if (database.kind === 'sqlite') {
    await database.execute(
      `CREATE TRIGGER refused BEFORE UPDATE ON tasks WHEN ${when} BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    );
    return;
  }
  await database.execute(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`,
  );
  await database.execute(
    `CREATE TRIGGER refused BEFORE UPDATE ON tasks FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION refuse()`,
  );
}

/** Removes the trigger of {@link refuseChanges}. */
export async function allowChanges(database: Database): Promise<void> {
  if (database.kind === 'sqlite') await database.execute('DROP TRIGGER refused');
  else await database.execute('DROP FUNCTION refuse CASCADE');
}
