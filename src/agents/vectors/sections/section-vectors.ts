import { Injectable } from '@nestjs/common';
import { Database, type SqlValue, type Transaction } from '../../../platform/database/database.js';
import type { HashedSection } from '../../../files/search/section-meanings.js';
import { SAYS_NOTHING, SectionTexts } from '../../../files/search/section-text.js';
import { toBytes, type EmbeddingModel } from '../embedding.js';
import { SectionVectorJobs } from './section-vector-jobs.js';
import {
  marks,
  newestVersion,
  type NewVector,
  nextVersion,
  type Reader,
  type VectorChange,
  type VectorSource,
  type VectorStore,
  type Wanted,
} from '../vector-store.js';

/** A workspace, within which sections are compared. */
export interface SectionPlace {
  workspaceId: string;
}

/** Number of distinct sections of a project, and of those with vectors. */
export interface EmbeddedCounts {
  all: number;
  embedded: number;
}

interface Row {
  number: number;
  project_id: string;
  workspace_id: string;
  hash: string;
}

/** Progress of a server in catching up on the changes made by servers without vectors. */
interface Progress {
  /** Time at which the project last turned vectors on or off. */
  since: number;
  workspaceId: string;
  hash: string;
  isDone: boolean;
}

const TABLE = 'section_vectors';
const VERSION = nextVersion(TABLE);
/** Model of a row whose vector is erased; the next sweep removes the row. */
const GONE = '-';
/** Number of rows that are added or swept at a time. */
const TOGETHER = 500;
/** Maximum total length of the texts in one request, in UTF-16 units. */
const MAX_TEXT = 64_000;
/** Maximum number of counted rows of a project. */
const MOST_COUNTED = 200_000;
/** Condition, without placeholders, that row `v` is not needed. */
const UNUSED = `(NOT EXISTS (SELECT 1 FROM file_sections s WHERE s.workspace_id = v.workspace_id
    AND s.project_id = v.project_id AND s.hash = v.hash)
  OR NOT EXISTS (SELECT 1 FROM search_settings c WHERE c.project_id = v.project_id AND c.by_meaning = TRUE))`;

/**
 * The vectors of section texts by hash: equal sections of a workspace share one, and a section that is indexed again
 * finds its vector. A row with another model waits for its vector. All writes hold the lock of the project's vectors,
 * so that versions are committed in order.
 */
@Injectable()
export class SectionVectors implements VectorStore, VectorSource<SectionPlace> {
  readonly name = 'files';
  private readonly caughtUp = new Map<string, Progress>();

  constructor(
    private readonly database: Database,
    private readonly texts: SectionTexts,
    private readonly jobs: SectionVectorJobs,
  ) {}

  buildLockName(projectId: string): string {
    return `section vectors ${projectId}`;
  }

  /** Returns the time since which a project uses vectors, by the database's clock; null if it does not. */
  async since(projectId: string, reader: Reader = this.database): Promise<number | null> {
    const [row] = await reader.query<{ changed_at: number }>(
      'SELECT changed_at FROM search_settings WHERE project_id = ? AND by_meaning = TRUE',
      [projectId],
    );
    return row === undefined ? null : Number(row.changed_at);
  }

  /** Requests vectors for section texts without one once the transaction is committed. */
  async want(transaction: Transaction, sections: readonly HashedSection[]): Promise<void> {
    const projects = new Set(sections.map(({ projectId }) => projectId));
    // A fixed order prevents deadlocks between servers.
    for (const projectId of [...projects].toSorted()) {
      if ((await this.since(projectId, transaction)) === null) continue;
      await transaction.lock(this.buildLockName(projectId));
      const own = sections.filter((one) => one.projectId === projectId);
      if (await this.add(transaction, own)) await this.addJob(transaction, projectId);
    }
  }

  /** Adds a job for the missing vectors of a project. */
  async addJob(transaction: Transaction, projectId: string): Promise<void> {
    await this.jobs.add(transaction, projectId);
  }

  async catchUp(projectId: string): Promise<boolean> {
    const since = await this.since(projectId);
    if (since === null) return false;
    let progress = this.caughtUp.get(projectId);
    if (progress?.since !== since) {
      progress = { since, workspaceId: '', hash: '', isDone: false };
      this.caughtUp.set(projectId, progress);
    }
    if (progress.isDone) return false;
    if (progress.hash === '') {
      const [next] = await this.database.query<{ id: string }>(
        'SELECT id FROM workspaces WHERE project_id = ? AND id > ? ORDER BY id LIMIT 1',
        [projectId, progress.workspaceId],
      );
      progress.isDone = next === undefined;
      if (next === undefined) return false;
      progress.workspaceId = next.id;
      progress.hash = SAYS_NOTHING;
    }
    const { workspaceId } = progress;
    const place = { id: workspaceId, projectId };
    if (await this.texts.hash(place)) return true;
    const hashes = await this.texts.hashes(place, progress.hash, TOGETHER);
    await this.database.write((transaction) =>
      this.want(
        transaction,
        hashes.map((hash) => ({ projectId, workspaceId, hash })),
      ),
    );
    progress.hash = hashes.length < TOGETHER ? '' : (hashes.at(-1) ?? '');
    return true;
  }

  /** Returns rows that wait for a vector of a model, up to the size of one request. */
  async wanted(
    projectId: string,
    { id }: EmbeddingModel,
    limit: number,
    reader: Reader = this.database,
  ): Promise<Wanted[]> {
    if ((await this.since(projectId, reader)) === null) return [];
    const wanted: Wanted[] = [];
    let letters = 0;
    // Two queries, so that each follows the order of the index.
    for (const range of ['<', '>']) {
      const rows = await reader.query<Row>(
        `SELECT v.number, v.workspace_id, v.hash FROM ${TABLE} v
         WHERE v.project_id = ? AND v.model ${range} ? AND v.model <> '${GONE}' AND NOT ${UNUSED}
         ORDER BY v.model, v.number LIMIT ?`,
        [projectId, id, limit - wanted.length],
      );
      const texts = await this.loadTexts(projectId, rows, reader);
      for (const { number, hash } of rows) {
        const text = texts.get(number) ?? null;
        letters += text?.length ?? 0;
        if (letters > MAX_TEXT && wanted.length > 0) return wanted;
        wanted.push({ number, hash, text });
      }
    }
    return wanted;
  }

  async put(
    transaction: Transaction,
    projectId: string,
    model: EmbeddingModel,
    vectors: readonly NewVector[],
  ): Promise<void> {
    for (const { number, vector } of vectors)
      await transaction.query(
        `UPDATE ${TABLE} SET model = ?, vector = ?, version = ${VERSION}
         WHERE number = ? AND project_id = ? AND model <> '${GONE}'`,
        [model.id, toBytes(vector), projectId, number, projectId],
      );
  }

  async leaveOut(
    transaction: Transaction,
    projectId: string,
    model: EmbeddingModel,
    numbers: readonly number[],
  ): Promise<void> {
    await this.erase(transaction, projectId, model.id, numbers);
  }

  version(projectId: string): Promise<number> {
    return newestVersion(this.database, TABLE, projectId);
  }

  changes(
    projectId: string,
    { workspaceId }: SectionPlace,
    after: { version: number; number: number },
    limit: number,
  ): Promise<VectorChange[]> {
    return this.database.query<VectorChange>(
      `SELECT v.number, v.version, v.model, v.vector FROM ${TABLE} v
       WHERE v.project_id = ? AND v.workspace_id = ? AND (v.version, v.number) > (?, ?)
       ORDER BY v.version, v.number LIMIT ?`,
      [projectId, workspaceId, after.version, after.number, limit],
    );
  }

  /** Counts the distinct sections of a project, up to {@link MOST_COUNTED}. */
  async count(projectId: string, { id }: EmbeddingModel): Promise<EmbeddedCounts> {
    const [row] = await this.database.query<{ everything: number; done: number | null }>(
      `SELECT COUNT(*) AS everything, SUM(CASE WHEN t.model = ? THEN 1 ELSE 0 END) AS done
       FROM (SELECT v.model FROM ${TABLE} v WHERE v.project_id = ? AND v.model <> '${GONE}' LIMIT ${MOST_COUNTED}) t`,
      [id, projectId],
    );
    return { all: Number(row?.everything ?? 0), embedded: Number(row?.done ?? 0) };
  }

  /**
   * Erases the vectors of deleted sections and of projects that do not use vectors, and removes the rows erased
   * earlier: by then, other servers have seen the change.
   */
  async removeUnused(pause: () => Promise<void>): Promise<void> {
    let after: SqlValue[] = ['', '', ''];
    let rows: (Row & { unused: number | boolean })[];
    do {
      rows = await this.database.query<Row & { unused: number | boolean }>(
        `SELECT v.number, v.project_id, v.workspace_id, v.hash, ${UNUSED} AS unused FROM (
           SELECT number, project_id, workspace_id, hash FROM ${TABLE}
           WHERE (workspace_id, project_id, hash) > (?, ?, ?)
           ORDER BY workspace_id, project_id, hash LIMIT ${TOGETHER}) v
         ORDER BY v.workspace_id, v.project_id, v.hash`,
        after,
      );
      const last = rows.at(-1);
      if (last !== undefined) after = [last.workspace_id, last.project_id, last.hash];
      const unused = rows.filter((row) => Boolean(row.unused));
      for (const projectId of new Set(unused.map((row) => row.project_id))) {
        const own = unused.filter((row) => row.project_id === projectId);
        await this.remove(
          projectId,
          own.map(({ number }) => number),
        );
      }
      await pause();
    } while (rows.length === TOGETHER);
  }

  private remove(projectId: string, numbers: readonly number[]): Promise<void> {
    return this.database.write(async (transaction) => {
      await transaction.lock(this.buildLockName(projectId));
      await transaction.query(
        `DELETE FROM ${TABLE} WHERE number IN (${marks(numbers)}) AND project_id = ? AND model = '${GONE}'`,
        [...numbers, projectId],
      );
      await this.erase(transaction, projectId, GONE, numbers, `AND ${UNUSED}`);
    });
  }

  private async erase(
    transaction: Transaction,
    projectId: string,
    model: string,
    numbers: readonly number[],
    condition = '',
  ): Promise<void> {
    if (numbers.length === 0) return;
    await transaction.query(
      `UPDATE ${TABLE} AS v SET vector = NULL, model = ?, version = ${VERSION}
       WHERE v.number IN (${marks(numbers)}) AND v.project_id = ? ${condition}`,
      [model, projectId, ...numbers, projectId],
    );
  }

  /** Adds missing rows and marks those without a vector as waiting; returns whether there were any. */
  private async add(
    transaction: Transaction,
    sections: readonly HashedSection[],
  ): Promise<boolean> {
    const said = new Map(
      sections
        .filter(({ hash }) => hash !== SAYS_NOTHING)
        .map((one) => [`${one.workspaceId} ${one.hash}`, one]),
    );
    if (said.size === 0) return false;
    const added = await transaction.query(
      `INSERT INTO ${TABLE} (project_id, workspace_id, hash, model, version)
       VALUES ${[...said].map(() => `(?, ?, ?, '', 0)`).join(', ')}
       ON CONFLICT (workspace_id, project_id, hash) DO UPDATE SET model = '' WHERE ${TABLE}.vector IS NULL
       RETURNING number`,
      [...said.values()].flatMap(({ projectId, workspaceId, hash }) => [
        projectId,
        workspaceId,
        hash,
      ]),
    );
    return added.length > 0;
  }

  /** Returns the texts of rows by number. */
  private async loadTexts(
    projectId: string,
    rows: readonly Row[],
    reader: Reader,
  ): Promise<Map<number, string>> {
    const texts = new Map<number, string>();
    for (const workspaceId of new Set(rows.map(({ workspace_id }) => workspace_id))) {
      const own = rows.filter(({ workspace_id }) => workspace_id === workspaceId);
      const found = await this.texts.loadByHash(
        { id: workspaceId, projectId },
        own.map(({ hash }) => hash),
        reader,
      );
      for (const { number, hash } of own) {
        const text = found.get(hash);
        if (text !== undefined) texts.set(number, text);
      }
    }
    return texts;
  }
}
