import type { Database, SqlValue, Transaction } from '../../../platform/database/database.js';
import { type MemoryPlace, type MemoryRow } from '../memory.js';
import { bytesOf, type EmbeddingModel } from './embedding.js';
import { mostOfPlace } from './vector-limits.js';

/** A vector that is to be stored for the text that has this hash. */
export interface NewVector {
  number: number;
  hash: string;
  vector: Float32Array;
}

/** A memory that a vector is to be made for. `text` is null where it needs none any more. */
export interface Wanted {
  number: number;
  text: string | null;
  hash: string;
}

/** A change of a vector. `vector` is null where there is none. */
export interface VectorChange {
  number: number;
  version: number;
  model: string;
  vector: Buffer | null;
}

type Reader = Pick<Transaction, 'query'>;

/** The highest version of a project: of two changes, the later one has the higher. */
const VERSION = `(SELECT COALESCE(MAX(w.version), 0) + 1 FROM memory_vectors w WHERE w.project_id = ?)`;
const PLACE = 'v.project_id = ? AND v.scope = ? AND v.scope_id = ? AND v.subject_hash = ?';
/** Memories that get a row in one transaction. */
const ADDED = 500;
const MAX_PLACES = 1_000;

/**
 * The vectors of memories. A row whose model is not the one in use waits for its vector; one of that model without a vector needs
 * none. All writes are made under the lock of the project's memories, so that versions are committed in their order.
 */
export class MemoryVectors {
  /** `isOn`: vectors are made. `onWanted` is called once some are to be made. */
  constructor(
    private readonly database: Database,
    readonly isOn: boolean,
    private readonly onWanted: () => void,
  ) {}

  /** Has a vector be made for a memory that is active, once the transaction is committed. */
  async want(transaction: Transaction, row: MemoryRow): Promise<void> {
    if (!this.isOn) return;
    const { number, project_id: projectId } = row;
    await transaction.query(
      `INSERT INTO memory_vectors (number, project_id, scope, scope_id, subject_hash, model, hash, version)
       VALUES (?, ?, ?, ?, ?, '', '', 0) ON CONFLICT (number) DO NOTHING`,
      [number, projectId, row.scope, row.scope_id, row.subject_hash],
    );
    await this.addJob(transaction, projectId);
  }

  /** Erases the vectors of memories that are taken back, or whose texts have changed. */
  async drop(
    transaction: Transaction,
    projectId: string,
    numbers: readonly number[],
  ): Promise<void> {
    await transaction.query(
      `UPDATE memory_vectors SET vector = NULL, model = '', version = ${VERSION}
       WHERE number IN (${marks(numbers)}) AND project_id = ?`,
      [projectId, ...numbers, projectId],
    );
  }

  /** Stores vectors of those memories that are still active with the same text. */
  async put(
    transaction: Transaction,
    projectId: string,
    model: EmbeddingModel,
    vectors: readonly NewVector[],
  ): Promise<void> {
    const postgres = this.database.kind === 'postgres';
    const given = postgres ? 'CAST(? AS text), CAST(? AS bytea)' : '?, ?';
    for (const { number, hash, vector } of vectors)
      await transaction.query(
        `INSERT INTO memory_vectors (number, project_id, scope, scope_id, subject_hash, hash, model, vector, version)
         SELECT m.number, m.project_id, m.scope, m.scope_id, m.subject_hash, m.hash, ${given}, ${VERSION}
         FROM memories m WHERE m.number = ? AND m.project_id = ? AND m.hash = ? AND m.status = 'active'
         ON CONFLICT (number) DO UPDATE SET model = excluded.model, hash = excluded.hash, vector = excluded.vector,
           version = excluded.version`,
        [model.id, bytesOf(vector), projectId, number, projectId, hash],
      );
    const most = mostOfPlace(model.length);
    if (most === null) return;
    for (const place of await this.placesOf(transaction, projectId, vectors))
      await this.keepTo(transaction, projectId, place, most);
  }

  /** Notes that memories need no vector of a model. */
  async leaveOut(
    transaction: Transaction,
    projectId: string,
    model: EmbeddingModel,
    numbers: readonly number[],
  ): Promise<void> {
    if (numbers.length === 0) return;
    await transaction.query(
      `UPDATE memory_vectors SET model = ? WHERE number IN (${marks(numbers)}) AND project_id = ?`,
      [model.id, ...numbers, projectId],
    );
  }

  /** Does what a server without vectors has left undone: some of it at a time; false: nothing is left. */
  async catchUp(projectId: string): Promise<boolean> {
    const added = await this.database.execute(
      `INSERT INTO memory_vectors (number, project_id, scope, scope_id, subject_hash, model, hash, version)
       SELECT m.number, m.project_id, m.scope, m.scope_id, m.subject_hash, '', '', 0 FROM memories m
       WHERE m.project_id = ? AND m.status = 'active' AND NOT EXISTS (
         SELECT 1 FROM memory_vectors v WHERE v.number = m.number AND v.project_id = m.project_id) LIMIT ${ADDED}
       ON CONFLICT (number) DO NOTHING RETURNING number`,
      [projectId],
    );
    const stale = await this.database.write(async (transaction) => {
      await transaction.lock(`memories ${projectId}`);
      const rows = await transaction.query<{ number: number }>(
        `SELECT v.number FROM memory_vectors v JOIN memories m ON m.number = v.number AND m.project_id = v.project_id
         WHERE v.project_id = ? AND v.vector IS NOT NULL AND (m.status <> 'active' OR m.hash <> v.hash) LIMIT ${ADDED}`,
        [projectId],
      );
      const numbers = rows.map(({ number }) => number);
      if (numbers.length > 0) await this.drop(transaction, projectId, numbers);
      return numbers;
    });
    return added.length === ADDED || stale.length === ADDED;
  }

  /** Returns memories that wait for a vector of a model, the newest first. */
  wanted(
    projectId: string,
    { id }: EmbeddingModel,
    limit: number,
    reader: Reader = this.database,
  ): Promise<Wanted[]> {
    return reader.query<Wanted>(
      `SELECT v.number, m.hash, CASE m.status WHEN 'active' THEN m.text END AS text
       FROM memory_vectors v JOIN memories m ON m.number = v.number AND m.project_id = v.project_id
       WHERE v.project_id = ? AND (v.model < ? OR v.model > ?) ORDER BY v.number DESC LIMIT ?`,
      [projectId, id, id, limit],
    );
  }

  /** Returns the version of the newest change of a project; 0 where it has no vectors. */
  async version(projectId: string): Promise<number> {
    const [row] = await this.database.query<{ version: number }>(
      `SELECT v.version FROM memory_vectors v WHERE v.project_id = ?
       ORDER BY v.project_id DESC, v.version DESC LIMIT 1`,
      [projectId],
    );
    return Number(row?.version ?? 0);
  }

  /** Returns the changes at a place behind one, in their order. */
  changes(
    projectId: string,
    { scope, scopeId, subjectHash }: MemoryPlace,
    after: { version: number; number: number },
    limit: number,
  ): Promise<VectorChange[]> {
    return this.database.query<VectorChange>(
      `SELECT v.number, v.version, v.model, v.vector FROM memory_vectors v
       WHERE ${PLACE} AND (v.version, v.number) > (?, ?) ORDER BY v.version, v.number LIMIT ?`,
      [projectId, scope, scopeId, subjectHash, after.version, after.number, limit],
    );
  }

  /** Returns the places of a project that have had vectors, those of subjects last. */
  async places(projectId: string): Promise<MemoryPlace[]> {
    const rows = await this.database.query<PlaceRow>(
      `SELECT DISTINCT v.scope, v.scope_id, v.subject_hash, CASE v.scope WHEN 'subject' THEN 1 ELSE 0 END AS late
       FROM memory_vectors v WHERE v.project_id = ? ORDER BY late, v.scope, v.scope_id, v.subject_hash LIMIT ?`,
      [projectId, MAX_PLACES],
    );
    return rows.map(placeOf);
  }

  /** Has the vectors that a project lacks be made. */
  async addJob(transaction: Transaction, projectId: string): Promise<void> {
    await transaction.query(
      `INSERT INTO memory_vector_jobs (project_id, attempts, failures, next_at, created_at)
       VALUES (?, 0, 0, ${this.database.now}, ${this.database.now}) ON CONFLICT (project_id) DO NOTHING`,
      [projectId],
    );
    transaction.afterCommit(this.onWanted);
  }

  private async placesOf(
    transaction: Transaction,
    projectId: string,
    vectors: readonly NewVector[],
  ): Promise<MemoryPlace[]> {
    const rows = await transaction.query<PlaceRow>(
      `SELECT DISTINCT v.scope, v.scope_id, v.subject_hash FROM memory_vectors v
       WHERE v.number IN (${marks(vectors)}) AND v.project_id = ?`,
      [...vectors.map(({ number }) => number), projectId],
    );
    return rows.map(placeOf);
  }

  /** Erases the vectors of a place beyond `most`: those of the memories that were not used for longest. */
  private async keepTo(
    transaction: Transaction,
    projectId: string,
    { scope, scopeId, subjectHash }: MemoryPlace,
    most: number,
  ): Promise<void> {
    const place: SqlValue[] = [projectId, scope, scopeId, subjectHash];
    const over = await transaction.query<{ number: number }>(
      `SELECT v.number FROM memory_vectors v JOIN memories m ON m.number = v.number AND m.project_id = v.project_id
       WHERE ${PLACE} AND v.vector IS NOT NULL
       ORDER BY COALESCE(m.last_used_at, m.created_at) DESC, m.number DESC LIMIT ? OFFSET ?`,
      [...place, ADDED, most],
    );
    if (over.length === 0) return;
    await transaction.query(
      `UPDATE memory_vectors SET vector = NULL, version = ${VERSION}
       WHERE number IN (${marks(over)}) AND project_id = ?`,
      [projectId, ...over.map(({ number }) => number), projectId],
    );
  }
}

interface PlaceRow {
  scope: MemoryPlace['scope'];
  scope_id: string;
  subject_hash: string;
}

function placeOf({ scope, scope_id, subject_hash }: PlaceRow): MemoryPlace {
  return { scope, scopeId: scope_id, subjectHash: subject_hash };
}

function marks(many: readonly unknown[]): string {
  return many.map(() => '?').join(', ');
}
