import type { Condition, Transaction } from '../database/transaction.js';
import { type Conditions, isConditional, overtaken } from './conditions.js';

/** A row as it was read when the conditions of a request were checked. */
interface ReadRow {
  id: string;
  projectId: string;
  /** Name of the resource in errors. */
  what: string;
  /** Condition that holds while the row is unchanged. */
  same: Condition;
}

/**
 * Removes a row by `statement`, such as `DELETE FROM webhooks`. Throws `precondition_failed` if the request has conditions and
 * another one has changed the row since it was read; a request without conditions removes it in any state.
 */
export async function removeAsRead(
  transaction: Pick<Transaction, 'query'>,
  statement: string,
  { id, projectId, what, same }: ReadRow,
  conditions: Conditions,
): Promise<void> {
  const { sql, values } = isConditional(conditions) ? same : { sql: 'TRUE', values: [] };
  const rows = await transaction.query(
    `${statement} WHERE id = ? AND project_id = ? AND ${sql} RETURNING id`,
    [id, projectId, ...values],
  );
  if (rows.length === 0 && isConditional(conditions)) throw overtaken(what, conditions);
}
