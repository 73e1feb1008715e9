import { Inject, Injectable } from '@nestjs/common';
import { Database, type SqlValue, type Transaction } from '../../platform/database/database.js';
import type { WorkspaceRef } from '../files/workspaces/workspace.js';
import { placesJson } from './place-columns.js';
import { type HashedSection, SectionMeanings } from './section-meanings.js';
import { hashOfSection } from './section-text.js';
import type { TermedSection } from './sections-job.js';
import { ftsTerms, tsvector } from './terms.js';
import { Vocabulary } from './vocabulary.js';

/** A file as the index reads it. */
export interface IndexableFile {
  id: string;
  project_id: string;
  workspace_id: string;
  blob_id: string;
  mime_type: string;
  /** Bytes. */
  size: number;
}

/** A section of a file with its position and its terms. */
export interface IndexedSection extends TermedSection {
  file: IndexableFile;
  position: number;
}

/** Identifies the sections of one content of a file, which may be outdated. */
export interface SectionKey {
  file_id: string;
  content: string;
}

/** SQL condition of a file with an outdated index, in the words of the partial index `files_unindexed`. */
const UNINDEXED = `type = 'file' AND indexed_as IS DISTINCT FROM blob_id || ' ' || mime_type`;
const COLUMNS = 'id, project_id, workspace_id, blob_id, mime_type, size';
const SECTION_COLUMNS =
  'project_id, workspace_id, file_id, content, position, first_line, last_line, heading, anchor, text, places, length, hash';
/** Maximum number of sections removed by one write. */
const REMOVED_AT_ONCE = 100;

/** Returns the identity of what is indexed of a file: another content or another media type gives other sections. */
export function buildContentKey(file: Pick<IndexableFile, 'blob_id' | 'mime_type'>): string {
  return `${file.blob_id} ${file.mime_type}`;
}

/**
 * The tables of the index. A file's row names the content that was last indexed, and so shows an outdated index by
 * itself: the code that writes files need not know about it. Sections count only while they belong to the current
 * content of an existing file.
 */
@Injectable()
export class SearchIndex {
  constructor(
    private readonly database: Database,
    readonly vocabulary: Vocabulary,
    /** Null if no section is searched by meaning. */
    @Inject(SectionMeanings) readonly meanings: SectionMeanings | null = null,
  ) {}

  /** Returns files to be indexed, in the order of workspaces and ids, after one of them. */
  behind(
    after: Pick<IndexableFile, 'workspace_id' | 'id'> | null,
    limit: number,
  ): Promise<IndexableFile[]> {
    return this.database.query<IndexableFile>(
      `SELECT ${COLUMNS} FROM files WHERE ${UNINDEXED} AND (workspace_id, id) > (?, ?)
        ORDER BY workspace_id, id LIMIT ?`,
      [after?.workspace_id ?? '', after?.id ?? '', limit],
    );
  }

  /** Returns the file at a path of a workspace, and whether its index is outdated; null without a file. */
  async fileAt(
    { id, projectId }: WorkspaceRef,
    path: string,
  ): Promise<{ file: IndexableFile; isBehind: boolean } | null> {
    const [row] = await this.database.query<IndexableFile & { is_behind: number | boolean }>(
      `SELECT ${COLUMNS}, (${UNINDEXED}) AS is_behind FROM files
        WHERE workspace_id = ? AND path = ? AND project_id = ? AND type = 'file' AND blob_id IS NOT NULL`,
      [id, path, projectId],
    );
    if (row === undefined) return null;
    const { is_behind: isBehind, ...file } = row;
    return { file, isBehind: Boolean(isBehind) };
  }

  behindIn(workspaceId: string, projectId: string, limit: number): Promise<IndexableFile[]> {
    return this.database.query<IndexableFile>(
      // In an order that only the partial index has: PostgreSQL expects most files to be unindexed and would read all.
      `SELECT ${COLUMNS} FROM files WHERE ${UNINDEXED} AND (workspace_id, id) > (?, '') AND workspace_id <= ?
         AND project_id = ? ORDER BY workspace_id, id LIMIT ?`,
      [workspaceId, workspaceId, projectId, limit],
    );
  }

  /**
   * Adds sections, and notes which files are complete. Existing sections stay unchanged: two servers, or one that
   * resumes after a crash, may index the same file.
   */
  write(sections: readonly IndexedSection[], whole: readonly IndexableFile[]): Promise<void> {
    return this.database.write(async (transaction) => {
      if (sections.length > 0)
        await (this.database.kind === 'postgres'
          ? addToPostgres(transaction, sections)
          : addToSqlite(transaction, sections));
      for (const { file, language, words } of groupWords(sections))
        await this.vocabulary.add(transaction, file, language, words);
      await this.meanings?.want(transaction, sections.map(hashed));
      for (const file of whole)
        await transaction.query(
          `UPDATE files SET indexed_as = blob_id || ' ' || mime_type
            WHERE id = ? AND project_id = ? AND blob_id || ' ' || mime_type = ?`,
          [file.id, file.project_id, buildContentKey(file)],
        );
    });
  }

  /** Returns the outdated contents of a file that have sections. */
  async outdated(file: IndexableFile): Promise<SectionKey[]> {
    return this.database.query<SectionKey>(
      'SELECT DISTINCT file_id, content FROM file_sections WHERE file_id = ? AND content <> ?',
      [file.id, buildContentKey(file)],
    );
  }

  /** Returns the last of the `limit` keys after one of them, in order, and those that belong to no file. */
  async page(
    after: SectionKey,
    limit: number,
  ): Promise<{ last: SectionKey | null; stale: SectionKey[] }> {
    const keys = await this.database.query<SectionKey>(
      `SELECT file_id, content FROM file_sections WHERE (file_id, content) > (?, ?)
        GROUP BY file_id, content ORDER BY file_id, content LIMIT ?`,
      [after.file_id, after.content, limit],
    );
    const last = keys.length < limit ? null : (keys.at(-1) ?? null);
    if (keys.length === 0) return { last, stale: [] };
    const present = await this.database.query<SectionKey>(
      `SELECT id AS file_id, blob_id || ' ' || mime_type AS content FROM files
        WHERE id IN (${keys.map(() => '?').join(', ')})`,
      keys.map((key) => key.file_id),
    );
    const contents = new Map(present.map((key) => [key.file_id, key.content]));
    return { last, stale: keys.filter((key) => contents.get(key.file_id) !== key.content) };
  }

  /** Removes some of the sections; returns whether there may be more. */
  async remove({ file_id, content }: SectionKey): Promise<boolean> {
    this.vocabulary.noteRemoval();
    return this.database.write(async (transaction) => {
      const removed = await transaction.query<{ id: number }>(
        `DELETE FROM file_sections WHERE id IN (
          SELECT id FROM file_sections WHERE file_id = ? AND content = ? LIMIT ?) RETURNING id`,
        [file_id, content, REMOVED_AT_ONCE],
      );
      if (this.database.kind === 'sqlite')
        for (const { id } of removed)
          await transaction.query('DELETE FROM file_terms WHERE rowid = ?', [id]);
      return removed.length === REMOVED_AT_ONCE;
    });
  }
}

/** Groups the words of sections by workspace and language, each of which is written at once. */
function groupWords(
  sections: readonly IndexedSection[],
): Pick<IndexedSection, 'file' | 'language' | 'words'>[] {
  const groups = new Map<string, Pick<IndexedSection, 'file' | 'language' | 'words'>>();
  for (const { file, language, words } of sections) {
    if (words.length === 0) continue;
    const key = `${file.workspace_id} ${file.project_id} ${language}`;
    groups.set(key, { file, language, words: [...(groups.get(key)?.words ?? []), ...words] });
  }
  // In one order, so that two servers do not deadlock.
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group);
}

function values(section: IndexedSection): SqlValue[] {
  const { file, position, firstLine, lastLine, heading, anchor, text, places, terms } = section;
  return [
    file.project_id,
    file.workspace_id,
    file.id,
    buildContentKey(file),
    position,
    firstLine,
    lastLine,
    JSON.stringify(heading),
    anchor,
    text,
    placesJson(places),
    terms.heading.length + terms.text.length,
    hashOfSection(heading, text),
  ];
}

function hashed({ file, heading, text }: IndexedSection): HashedSection {
  const hash = hashOfSection(heading, text);
  return { projectId: file.project_id, workspaceId: file.workspace_id, hash };
}

async function addToSqlite(
  transaction: Transaction,
  sections: readonly IndexedSection[],
): Promise<void> {
  for (const section of sections) {
    const [row] = await transaction.query<{ id: number }>(
      `INSERT INTO file_sections (${SECTION_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING RETURNING id`,
      values(section),
    );
    if (row)
      await transaction.query('INSERT INTO file_terms (rowid, heading, text) VALUES (?, ?, ?)', [
        row.id,
        ftsTerms(section.terms.heading, section.file.workspace_id),
        ftsTerms(section.terms.text, section.file.workspace_id),
      ]);
  }
}

async function addToPostgres(
  transaction: Transaction,
  sections: readonly IndexedSection[],
): Promise<void> {
  const row = '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS tsvector))';
  await transaction.query(
    `INSERT INTO file_sections (${SECTION_COLUMNS}, terms) VALUES ${sections.map(() => row).join(', ')}
      ON CONFLICT DO NOTHING`,
    sections.flatMap((section) => [
      ...values(section),
      tsvector(section.terms.heading, section.terms.text),
    ]),
  );
}
