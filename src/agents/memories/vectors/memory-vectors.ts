import type { Database, SqlValue, Transaction } from '../../../platform/database/database.js';
import { toBytes, type EmbeddingModel, computeVectorBytes } from '../../vectors/embedding.js';
import type { VectorJobs } from '../../vectors/vector-jobs.js';
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
} from '../../vectors/vector-store.js';
import { type MemoryPlace, type MemoryRow, MAX_OF_SCOPE } from '../memory.js';

/** Maximum size of the vectors of one place, in bytes. */
const MAX_BYTES_OF_PLACE = 128 * 1024 * 1024;

/** Returns the maximum number of vectors of one place; null if the limit on its memories is lower. */
export function mostOfPlace(length: number): number | null {
  const most = Math.floor(MAX_BYTES_OF_PLACE / computeVectorBytes(length));
  return most < MAX_OF_SCOPE ? most : null;
}

const TABLE = 'memory_vectors';
const VERSION = nextVersion(TABLE);
const PLACE = 'v.project_id = ? AND v.scope = ? AND v.scope_id = ? AND v.subject_hash = ?';
/** Number of memories that get a row in one transaction. */
const ADDED = 500;
const MAX_PLACES = 1_000;

/**
 * The vectors of memories. A row with another model waits for its vector; a row with the current model and no vector
 * needs none. All writes hold the lock of the project's memories, so that versions are committed in order.
 */
export class MemoryVectors implements VectorStore, VectorSource<MemoryPlace> {
  readonly name = 'memories';
  /** Projects in which this server has caught up on the changes made by servers without vectors. */
  private readonly caughtUp = new Set<string>();

  /** `jobs`: null if no vectors are created. */
  constructor(
    private readonly database: Database,
    private readonly jobs: VectorJobs | null,
  ) {}

  get isOn(): boolean {
    return this.jobs !== null;
  }

  buildLockName(projectId: string): string {
    return `memories ${projectId}`;
  }

  /** Requests a vector for an active memory once the transaction is committed. */
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

  /** Erases the vectors of memories that were revoked or whose texts have changed. */
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
        [model.id, toBytes(vector), projectId, number, projectId, hash],
      );
    const most = mostOfPlace(model.length);
    if (most === null) return;
    for (const place of await this.loadPlaces(transaction, projectId, vectors))
      await this.keepTo(transaction, projectId, place, most);
  }

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

  async catchUp(projectId: string): Promise<boolean> {
    if (this.caughtUp.has(projectId)) return false;
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
    const isMore = added.length === ADDED || stale.length === ADDED;
    if (!isMore) this.caughtUp.add(projectId);
    return isMore;
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

  version(projectId: string): Promise<number> {
    return newestVersion(this.database, TABLE, projectId);
  }

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
    return rows.map(toMemoryPlace);
  }

  /** Adds a job for the missing vectors of a project. */
  async addJob(transaction: Transaction, projectId: string): Promise<void> {
    if (this.jobs === null) return;
    await this.jobs.add(transaction, projectId);
  }

  private async loadPlaces(
    transaction: Transaction,
    projectId: string,
    vectors: readonly NewVector[],
  ): Promise<MemoryPlace[]> {
    const rows = await transaction.query<PlaceRow>(
      `SELECT DISTINCT v.scope, v.scope_id, v.subject_hash FROM memory_vectors v
       WHERE v.number IN (${marks(vectors)}) AND v.project_id = ?`,
      [...vectors.map(({ number }) => number), projectId],
    );
    return rows.map(toMemoryPlace);
  }

  /** Erases the vectors of a place beyond `most`, those of the least recently used memories. */
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

function toMemoryPlace({ scope, scope_id, subject_hash }: PlaceRow): MemoryPlace {
  return { scope, scopeId: scope_id, subjectHash: subject_hash };
}
