import type { QueryRunner } from 'typeorm';
import { Migration } from '../../database/migration.js';

/** Finds the events of type `text`, which go an hour after their task has ended. Other events are not in it. */
export class TextEvents1700000000031 extends Migration {
  /** A server that does not know the type cannot read the events of a task that has any. */
  readonly breaking = true;
  readonly name = 'TextEvents1700000000031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "task_events_text" ON "task_events" ("task_id", "seq") WHERE type = 'text'`,
    );
  }
}
