import type { Transaction } from '../../../platform/database/database.js';

/** Revokes the tokens of a user, and ends the sessions and codes that stand for them, but for those that are kept. Returns how many. */
export async function endTokens(
  tx: Transaction,
  userId: string,
  kept: { token: string; session: string } | null,
): Promise<{ tokens: number; sessions: number }> {
  const theirs = 'token_id IN (SELECT id FROM access_tokens WHERE user_id = ?)';
  const sessions = await tx.query(`DELETE FROM sessions WHERE ${theirs} AND id <> ? RETURNING id`, [
    userId,
    kept?.session ?? '',
  ]);
  await tx.query(`DELETE FROM login_codes WHERE ${theirs}`, [userId]);
  const tokens = await tx.query(
    `UPDATE access_tokens SET revoked_at = ?
     WHERE user_id = ? AND revoked_at IS NULL AND id <> ? RETURNING id`,
    [Date.now(), userId, kept?.token ?? ''],
  );
  return { tokens: tokens.length, sessions: sessions.length };
}

/** Revokes the API keys that a user has made, in every project. Returns how many. */
export async function revokeKeysOf(tx: Transaction, userId: string): Promise<number> {
  const revoked = await tx.query(
    'UPDATE api_keys SET revoked_at = ? WHERE created_by = ? AND revoked_at IS NULL RETURNING id',
    [Date.now(), userId],
  );
  return revoked.length;
}
