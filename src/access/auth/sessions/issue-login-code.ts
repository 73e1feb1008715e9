import { newId } from '../../../base/kernel/ids.js';
import type { Transaction } from '../../../platform/database/database.js';
import { hashSecret, newSecret } from '../secrets.js';
import { CODE_MS } from './session-terms.js';

/** Maximum number of valid codes per token; the oldest is deleted first. */
const CODES_PER_TOKEN = 20;

/** A code, in plain text, that signs a browser in once. */
export interface IssuedLoginCode {
  code: string;
  /** Ms since the epoch. */
  expiresAt: number;
}

/** Stores a new login code for an access token. */
export async function issueLoginCode(tx: Transaction, tokenId: string): Promise<IssuedLoginCode> {
  const now = Date.now();
  const code = newSecret('mrc_');
  const expiresAt = now + CODE_MS;
  await tx.query('DELETE FROM login_codes WHERE expires_at <= ?', [now]);
  await tx.query(
    `DELETE FROM login_codes WHERE token_id = ? AND id NOT IN (
       SELECT id FROM login_codes WHERE token_id = ? ORDER BY expires_at DESC, id DESC LIMIT ?)`,
    [tokenId, tokenId, CODES_PER_TOKEN - 1],
  );
  await tx.query('INSERT INTO login_codes (id, token_id, hash, expires_at) VALUES (?, ?, ?, ?)', [
    newId(),
    tokenId,
    hashSecret(code),
    expiresAt,
  ]);
  return { code, expiresAt };
}
