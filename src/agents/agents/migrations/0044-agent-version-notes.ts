import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The note: what the author of a version of an agent says of it. */
export class AgentVersionNotes1700000000044 extends Migration {
  readonly breaking = false;
  readonly name = 'AgentVersionNotes1700000000044';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "agent_versions" ADD COLUMN "note" text');
  }
}
