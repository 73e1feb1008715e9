import { Injectable } from '@nestjs/common';
import { hashSha256 } from '../../base/kernel/sha256.js';
import { Database, type Transaction } from '../../platform/database/database.js';
import { OF_FILES } from './section-ranking.js';
import type { Workspace } from '../files/workspaces/workspace.js';

/** Hash of a section without a letter or a digit. It sorts before all others, and '' before it. */
export const SAYS_NOTHING = '-';
const SAYS = /[\p{L}\p{N}]/u;
/** 128 bits as hexadecimal digits. */
const HASH_LENGTH = 32;
/** Number of sections whose hashes are written together. */
const TOGETHER = 100;

type Place = Pick<Workspace, 'id' | 'projectId'>;

/** Returns the titles of the headings above a section as they are stored, outermost first. */
export function parseHeadingTitles({ heading }: Pick<TextRow, 'heading'>): string[] {
  const parsed: unknown = JSON.parse(heading);
  return Array.isArray(parsed) ? parsed.map(String) : [];
}

/** Returns the words of a section: its headings and its text. */
export function textOfSection(heading: readonly string[], text: string): string {
  return heading.length === 0 ? text : `${heading.join(' > ')}\n\n${text}`;
}

/** Returns the hash of a section's headings and text. */
export function hashOfSection(heading: readonly string[], text: string): string {
  const said = textOfSection(heading, text);
  if (!SAYS.test(said)) return SAYS_NOTHING;
  return hashSha256(said).slice(0, HASH_LENGTH);
}

interface TextRow {
  id: number;
  heading: string;
  text: string;
}

/** The sections of the index by the hashes of their texts. */
@Injectable()
export class SectionTexts {
  constructor(private readonly database: Database) {}

  /** Computes some hashes that a workspace lacks; returns whether it may lack more. */
  async hash({ id, projectId }: Place): Promise<boolean> {
    const rows = await this.database.query<TextRow>(
      `SELECT id, heading, text FROM file_sections
        WHERE workspace_id = ? AND project_id = ? AND hash = '' LIMIT ${TOGETHER}`,
      [id, projectId],
    );
    if (rows.length > 0)
      await this.database.write(async (transaction) => {
        for (const row of rows)
          await transaction.query('UPDATE file_sections SET hash = ? WHERE id = ?', [
            hashOfSection(parseHeadingTitles(row), row.text),
            row.id,
          ]);
      });
    return rows.length === TOGETHER;
  }

  /** Returns hashes of a workspace after one, sorted. */
  async hashes({ id, projectId }: Place, after: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ hash: string }>(
      `SELECT DISTINCT hash FROM file_sections WHERE workspace_id = ? AND project_id = ? AND hash > ?
        ORDER BY hash LIMIT ?`,
      [id, projectId, after, limit],
    );
    return rows.map(({ hash }) => hash);
  }

  /** Returns the texts of sections by hash; none for sections without a file. */
  async loadByHash(
    { id, projectId }: Place,
    hashes: readonly string[],
    reader: Pick<Transaction, 'query'>,
  ): Promise<Map<string, string>> {
    if (hashes.length === 0) return new Map();
    const rows = await reader.query<TextRow & { hash: string }>(
      `SELECT s.id, s.hash, s.heading, s.text FROM file_sections s CROSS JOIN files f
        WHERE ${OF_FILES} AND s.workspace_id = ? AND s.project_id = ?
          AND s.hash IN (${hashes.map(() => '?').join(', ')})`,
      [id, projectId, id, projectId, ...hashes],
    );
    return new Map(rows.map((row) => [row.hash, textOfSection(parseHeadingTitles(row), row.text)]));
  }
}
