import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const COLUMNS = [
  'estimated_input_tokens',
  'estimated_output_tokens',
  'reported_input_tokens',
  'reported_output_tokens',
];

/** Requests to models keep what was estimated and what was reported, beside what counts. */
export class CountedTokens1700000000080 extends Migration {
  readonly breaking = false;
  readonly name = 'CountedTokens1700000000080';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS)
      await runner.query(`ALTER TABLE "model_calls" ADD COLUMN "${column}" bigint`);
  }
}
