import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  // SQLite would read all requests of a project by it for the sum of a task.
  `DROP INDEX "model_calls_project"`,
  `DROP INDEX "model_calls_task"`,
  `CREATE INDEX "model_calls_task" ON "model_calls" ("task_id", "id")`,
  `CREATE INDEX "model_calls_open_tests" ON "model_calls" ("project_id", "created_at") WHERE task_id IS NULL AND state = 'sent'`,
];

/** Requests of a task are listed page by page, by their ids. Tests of providers that a crash has cut are looked for. */
export class ModelCalls1700000000038 extends Migration {
  readonly breaking = false;
  readonly name = 'ModelCalls1700000000038';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
