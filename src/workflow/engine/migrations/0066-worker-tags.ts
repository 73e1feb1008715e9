import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  `ALTER TABLE "tasks" ADD COLUMN "pool" text NOT NULL DEFAULT ''`,
  `ALTER TABLE "workers" ADD COLUMN "tags" text NOT NULL DEFAULT ''`,
  `ALTER TABLE "workers" ADD COLUMN "only_tagged" boolean NOT NULL DEFAULT false`,
  'CREATE TABLE "worker_tags" ("tag" text PRIMARY KEY NOT NULL)',
  // The tasks of one pool are found without reading those of another.
  'DROP INDEX "tasks_ready"',
  `CREATE INDEX "tasks_ready" ON "tasks" ("pool", "project_id", "priority", "run_at")
    WHERE status = 'pending' AND parked = 0 AND lane = 'script'`,
  'DROP INDEX "tasks_ready_agents"',
  `CREATE INDEX "tasks_ready_agents" ON "tasks" ("pool", "project_id", "priority", "run_at")
    WHERE status = 'pending' AND parked = 0 AND lane = 'agent'`,
];

/** The tags of workers, and the pools of the tasks that ask for them. */
export class WorkerTags1700000000066 extends Migration {
  /** A server that knows no pools would run a task where it must not. */
  readonly breaking = true;
  readonly name = 'WorkerTags1700000000066';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
