import type { Condition, Transaction } from '../database/transaction.js';
import { type Conditions, isConditional, overtaken } from './conditions.js';

/** A row as it was read, when the conditions of a request held for it. */
interface ReadRow {
  id: string;
  projectId: string;
  /** The name of the resource in an error. */
  what: string;
  /** True of the row while none has changed it. */
  same: Condition;
}

/**
 * Removes a row by `statement`, such as `DELETE FROM webhooks`. Throws `precondition_failed` where the request has conditions and
 * another one has changed the row meanwhile; a request without any removes it as it is.
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
