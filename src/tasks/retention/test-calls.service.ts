import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../platform/database/database.js';
import type { Dropped } from '../../files/files/versions/version-expiry.service.js';

/** Age from which a request counts as lost, in ms. The longest time limit of a provider is an hour. */
const LOST_AFTER_MS = 2 * 60 * 60 * 1000;

/** Records of model calls that belong to no task: tests of providers, and embeddings of memories. */
@Injectable()
export class TestCalls {
  constructor(private readonly database: Database) {}

  /** Marks requests as lost whose server ended before their answer. Their estimated input still counts. */
  async lose(projectId: string): Promise<void> {
    await this.database.execute(
      `UPDATE model_calls SET state = 'lost', finished_at = ${this.database.now}
       WHERE project_id = ? AND task_id IS NULL AND state = 'sent' AND created_at < ${this.database.now} - ?
       RETURNING id`,
      [projectId, LOST_AFTER_MS],
    );
  }

  /**
   * Deletes at most `limit` records that are older than `age` in ms; null keeps all. The result has 0 rows once none is
   * left.
   */
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
      // For a long IN list, PostgreSQL would scan the whole table.
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
