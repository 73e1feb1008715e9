import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const COLUMNS = [
  'created_by',
  'created_by_name',
  'cancelled_by',
  'cancelled_by_name',
  'retried_by',
  'retried_by_name',
  'rerun_of',
  'result_summary',
];

/** Names by their bytes, in which order an index finds all with the same beginning. */
const NAME = { sqlite: '"name"', postgres: '"name" COLLATE "C"' };

/** The actors that have made, cancelled and retried tasks, what tasks were made again of, and the indexes of the filters of lists. */
export class TaskLists1700000000041 extends Migration {
  readonly breaking = false;
  readonly name = 'TaskLists1700000000041';

  async up(runner: QueryRunner): Promise<void> {
    const kind = runner.connection.options.type === 'postgres' ? 'postgres' : 'sqlite';
    const statements = [
      ...COLUMNS.map((column) => `ALTER TABLE "tasks" ADD COLUMN "${column}" text`),
      `CREATE INDEX "tasks_type_ends" ON "tasks" ("project_id", "task_type", "status", "created_at", "id")
        WHERE status IN ('failed', 'cancelled')`,
      `CREATE INDEX "tasks_type_version" ON "tasks"
        ("project_id", "task_type", "task_type_version", "created_at", "id")`,
      `CREATE INDEX "tasks_name" ON "tasks" ("project_id", ${NAME[kind]})`,
      `CREATE INDEX "tasks_error" ON "tasks" ("project_id", "error_code", "created_at", "id")
        WHERE error_code IS NOT NULL`,
      `CREATE INDEX "tasks_created_by" ON "tasks" ("project_id", "created_by", "created_at", "id")
        WHERE created_by IS NOT NULL`,
      `CREATE INDEX "tasks_reruns" ON "tasks" ("rerun_of", "created_at", "id")
        WHERE rerun_of IS NOT NULL`,
    ];
    for (const statement of statements) await runner.query(statement);
  }
}
