import { isUtf8 } from 'node:buffer';
import type { Transaction } from '../../platform/database/database.js';

/** Prefix of terms in FTS5's main index. */
const MAIN = '0';

/**
 * Returns whether SQLite's memory index still contains parts of removed terms. FTS5 removes a term from its pages
 * immediately, but not from its list of page beginnings, which contains as much of a term as distinguishes two pages.
 */
export async function hasLeftoverTermParts(
  transaction: Transaction,
  terms: ReadonlySet<string>,
): Promise<boolean> {
  if (terms.size === 0) return false;
  const rows = await transaction.query<{ term: Buffer | string }>(
    'SELECT CAST(term AS blob) AS term FROM memory_terms_idx',
  );
  // Bytes as characters, since a separator may end within a character.
  const separators = new Set(rows.map(({ term }) => Buffer.from(term).toString('latin1')));
  const parts = new Set(
    [...terms].flatMap((term) => {
      const bytes = MAIN + Buffer.from(term).toString('latin1');
      return Array.from(bytes, (_, index) => bytes.slice(0, index + 1)).filter((part) =>
        separators.has(part),
      );
    }),
  );
  for (const part of parts) if (!(await isOfOther(transaction, part))) return true;
  return false;
}

/**
 * Rewrites the pages of the index and the list. FTS5 only does this if it has two segments to merge, which is why a
 * dummy row is added.
 */
export async function writeAgain(transaction: Transaction): Promise<void> {
  await transaction.query(`INSERT INTO memory_terms (rowid, text) VALUES (-1, 'x')`);
  await transaction.query(`INSERT INTO memory_terms (memory_terms) VALUES ('optimize')`);
  await transaction.query('DELETE FROM memory_terms WHERE rowid = -1');
}

/** Returns whether an existing memory has a term with this prefix. */
async function isOfOther(transaction: Transaction, part: string): Promise<boolean> {
  const bytes = Buffer.from(part.slice(MAIN.length), 'latin1');
  if (bytes.length === 0) return true;
  if (!isUtf8(bytes)) return false;
  const found = await transaction.query(
    'SELECT 1 FROM memory_terms WHERE memory_terms MATCH ? LIMIT 1',
    [`"${bytes.toString()}" *`],
  );
  return found.length > 0;
}
