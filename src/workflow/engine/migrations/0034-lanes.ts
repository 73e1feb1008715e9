import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  `ALTER TABLE "tasks" ADD COLUMN "lane" text NOT NULL DEFAULT 'script'`,
  'ALTER TABLE "tasks" ADD COLUMN "extension" text',
  // One index for each lane, so that the tasks of one are found without reading those of the other.
  'DROP INDEX "tasks_ready"',
  `CREATE INDEX "tasks_ready" ON "tasks" ("project_id", "priority", "run_at")
    WHERE status = 'pending' AND parked = 0 AND lane = 'script'`,
  `CREATE INDEX "tasks_ready_agents" ON "tasks" ("project_id", "priority", "run_at")
    WHERE status = 'pending' AND parked = 0 AND lane = 'agent'`,
];

/** Tasks of agents, which have slots of their own and limits that can be extended. */
export class Lanes1700000000034 extends Migration {
  /** A server that knows no lanes would run the contract of an agent as a script. */
  readonly breaking = true;
  readonly name = 'Lanes1700000000034';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
