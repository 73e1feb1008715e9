import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  `CREATE TABLE "workers" ("id" text PRIMARY KEY NOT NULL, "name" text NOT NULL, "roles" text NOT NULL,
    "version" text NOT NULL, "knows" text NOT NULL, "slots" integer NOT NULL, "agent_slots" integer NOT NULL,
    "running" integer NOT NULL, "draining" boolean NOT NULL, "gone" boolean NOT NULL, "started_at" bigint NOT NULL,
    "seen_at" bigint NOT NULL, "lease_until" bigint NOT NULL)`,
  `DELETE FROM "installation" WHERE name LIKE 'server:%'`,
];

/**
 * The processes of an installation and their leases, which are those of the tasks that they run. A server without it renews
 * `lease_until` of its tasks, and takes none over that has no such time.
 */
export class Workers1700000000064 extends Migration {
  readonly breaking = false;
  readonly name = 'Workers1700000000064';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
