import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** Both hold the name, so that a search for a part of it reads the index alone: a row with its params and result is ten times as large. */
const INDEXES = [
  ['tasks_project_created', '"project_id", "created_at", "id"'],
  ['tasks_project_type', '"project_id", "task_type", "created_at", "id"'],
] as const;

export class TaskNames1700000000025 extends Migration {
  /** A server that does not know of the name finds by the same indexes what it found before. */
  readonly breaking = false;
  readonly name = 'TaskNames1700000000025';

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, columns] of INDEXES) {
      await runner.query(`DROP INDEX "${name}"`);
      await runner.query(`CREATE INDEX "${name}" ON "tasks" (${columns}, "name")`);
    }
  }
}
