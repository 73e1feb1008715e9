import type { Transaction } from '../../platform/database/database.js';
import type { EmbeddingModel } from './embedding.js';

/** A vector to store for the text with this hash. */
export interface NewVector {
  number: number;
  hash: string;
  vector: Float32Array;
}

/** A row that waits for a vector. `text` is null if it no longer needs one. */
export interface Wanted {
  number: number;
  text: string | null;
  hash: string;
}

/** A change of a vector. `vector` is null if it was removed. */
export interface VectorChange {
  number: number;
  version: number;
  model: string;
  vector: Buffer | null;
}

export type Reader = Pick<Transaction, 'query'>;

/** The vectors of one kind of texts as read by searches. */
export interface VectorSource<Place> {
  /** Returns the version of the newest change of a project; 0 if it has no vectors. */
  version(projectId: string): Promise<number>;
  /** Returns the changes at a place after a version, in order. */
  changes(
    projectId: string,
    place: Place,
    after: { version: number; number: number },
    limit: number,
  ): Promise<VectorChange[]>;
}

/** The vectors of one kind of texts as created by the background work. */
export interface VectorStore {
  /** Name of the kind for messages. */
  readonly name: string;
  /** Returns the name of the lock for writing the vectors of a project. */
  buildLockName(projectId: string): string;
  /** Catches up on some of the changes made by servers without vectors; returns false if nothing is left. */
  catchUp(projectId: string): Promise<boolean>;
  /** Returns texts that wait for a vector of a model. */
  wanted(
    projectId: string,
    model: EmbeddingModel,
    limit: number,
    reader?: Reader,
  ): Promise<Wanted[]>;
  /** Stores the vectors of texts that have not changed. */
  put(
    transaction: Transaction,
    projectId: string,
    model: EmbeddingModel,
    vectors: readonly NewVector[],
  ): Promise<void>;
  /** Records that rows need no vector of a model. */
  leaveOut(
    transaction: Transaction,
    projectId: string,
    model: EmbeddingModel,
    numbers: readonly number[],
  ): Promise<void>;
}

/**
 * Returns the SQL of a project's next version, with a placeholder for the project: the later of two changes has the
 * higher version.
 */
export function nextVersion(table: string): string {
  return `(SELECT COALESCE(MAX(w.version), 0) + 1 FROM ${table} w WHERE w.project_id = ?)`;
}

/** Returns the version of a project's newest change in a table; 0 if it has none. */
export async function newestVersion(
  reader: Reader,
  table: string,
  projectId: string,
): Promise<number> {
  const [row] = await reader.query<{ version: number }>(
    `SELECT v.version FROM ${table} v WHERE v.project_id = ?
     ORDER BY v.project_id DESC, v.version DESC LIMIT 1`,
    [projectId],
  );
  return Number(row?.version ?? 0);
}

/** Returns a comma-separated placeholder for each value. */
export function marks(many: readonly unknown[]): string {
  return many.map(() => '?').join(', ');
}
