import type { Transaction } from '../../platform/database/database.js';
import type { EmbeddingModel } from './embedding.js';

/** A vector that is to be stored for the text that has this hash. */
export interface NewVector {
  number: number;
  hash: string;
  vector: Float32Array;
}

/** A row that a vector is to be made for. `text` is null where it needs none any more. */
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

export type Reader = Pick<Transaction, 'query'>;

/** The vectors of one kind of texts, as the search in them reads them. */
export interface VectorSource<Place> {
  /** Returns the version of the newest change of a project; 0 where it has no vectors. */
  version(projectId: string): Promise<number>;
  /** Returns the changes at a place behind one, in their order. */
  changes(
    projectId: string,
    place: Place,
    after: { version: number; number: number },
    limit: number,
  ): Promise<VectorChange[]>;
}

/** The vectors of one kind of texts, as they are made. */
export interface VectorStore {
  /** The kind, for messages. */
  readonly name: string;
  /** Returns the name of the lock under which the vectors of a project are written. */
  lockOf(projectId: string): string;
  /** Does what a server without vectors has left undone: some of it at a time; false: nothing is left. */
  catchUp(projectId: string): Promise<boolean>;
  /** Returns what waits for a vector of a model. */
  wanted(
    projectId: string,
    model: EmbeddingModel,
    limit: number,
    reader?: Reader,
  ): Promise<Wanted[]>;
  /** Stores vectors of those texts that are still the same. */
  put(
    transaction: Transaction,
    projectId: string,
    model: EmbeddingModel,
    vectors: readonly NewVector[],
  ): Promise<void>;
  /** Notes that rows need no vector of a model. */
  leaveOut(
    transaction: Transaction,
    projectId: string,
    model: EmbeddingModel,
    numbers: readonly number[],
  ): Promise<void>;
}

/** Returns the SQL of the next version of a project, with a placeholder for it: of two changes, the later one has the higher. */
export function nextVersion(table: string): string {
  return `(SELECT COALESCE(MAX(w.version), 0) + 1 FROM ${table} w WHERE w.project_id = ?)`;
}

/** Returns the version of the newest change of a project in a table; 0 where it has none. */
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

/** Returns a placeholder for each of many values. */
export function marks(many: readonly unknown[]): string {
  return many.map(() => '?').join(', ');
}
