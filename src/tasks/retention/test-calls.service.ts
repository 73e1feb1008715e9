import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../platform/database/database.js';
import type { Dropped } from '../../files/files/versions/version-expiry.service.js';

/** The age of a request that no server waits for any more, ms: no provider has more than an hour for an answer. */
const LOST_AFTER_MS = 2 * 60 * 60 * 1000;

/** The records of requests of no task: tests of providers, and embeddings of memories. */
@Injectable()
export class TestCalls {
  constructor(private readonly database: Database) {}

  /** Marks requests whose server has not survived them. Their estimated input stays counted. */
  async lose(projectId: string): Promise<void> {
    await this.database.execute(
      `UPDATE model_calls SET state = 'lost', finished_at = ${this.database.now}
       WHERE project_id = ? AND task_id IS NULL AND state = 'sent' AND created_at < ${this.database.now} - ?
       RETURNING id`,
      [projectId, LOST_AFTER_MS],
    );
  }

  /** Drops at most `limit` records that are as old as `age` says (ms; null = they are kept); 0 rows = there are none. */
  dropSome(
    projectId: string,
    age: (transaction: Transaction) => Promise<number | null>,
    limit: number,
  ): Promise<Dropped> {
    return this.database.write(async (transaction) => {
      const began = performance.now();
      const ageMs = await age(transaction);
      if (ageMs === null) return { ms: 0, rows: 0 };
      const oldest = `SELECT id FROM model_calls WHERE project_id = ? AND task_id IS NULL
        AND created_at < ${this.database.now} - ? ORDER BY created_at LIMIT ?`;
      // PostgreSQL would read the whole table for a long list of IN.
      const which =
        this.database.kind === 'postgres' ? `= ANY(ARRAY(${oldest}))` : `IN (${oldest})`;
      const rows = await transaction.query(
        `DELETE FROM model_calls WHERE id ${which} RETURNING id`,
        [projectId, ageMs, limit],
      );
      return { ms: performance.now() - began, rows: rows.length };
    });
  }
}
