import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Slices } from '../../../base/kernel/slices.js';
import type { Database, Transaction } from '../../../platform/database/database.js';
import type { Workspace } from '../../../files/files/workspaces/workspace.js';
import { type HashedSection, SectionMeanings } from '../../../files/search/section-meanings.js';
import { isWhole, OF_FILES, pathWithin } from '../../../files/search/section-ranking.js';
import type { Embedded, Embedder } from '../embedder.js';
import { computeVectorBytes } from '../embedding.js';
import type { VectorMemory } from '../vector-memory.js';
import { marks } from '../vector-store.js';
import { VectorPacks } from '../vector-packs.js';
import type { SectionPlace, SectionVectors } from './section-vectors.js';

/**
 * Maximum number of sections ranked by meaning, and of those in a large directory, where each vector costs a look-up.
 */
const NEAREST = 100;
const NEAREST_BELOW = 40;
/**
 * Maximum number of vectors examined for them: some belong to deleted sections, and most are outside of the directory.
 */
const LOOKED_AT = 200;
const LOOKED_AT_BELOW = 3_000;
/** Maximum number of sections of a file or directory whose vectors are compared separately. */
const FEW = 1_000;
/** Number of vectors whose sections are read by one statement. */
const CHUNK = 250;
/** Maximum time that a search waits for vectors to be loaded and compared, in ms. */
const COMPARED_MS = 2_000;

/** Maximum size of the vectors of one workspace in memory, in bytes. */
const MAX_BYTES_OF_WORKSPACE = 384 * 1024 * 1024;

/** Finds sections by meaning, using the vectors of an embedding model. */
export class EmbeddedSections implements SectionMeanings {
  /** Workspaces with a comparison that has timed out and is still running; no further search waits for it. */
  private readonly late = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly embedder: Embedder,
    private readonly vectors: SectionVectors,
    private readonly packs: VectorPacks<SectionPlace>,
    private readonly logger: Logger,
  ) {}

  want(transaction: Transaction, sections: readonly HashedSection[]): Promise<void> {
    return this.vectors.want(transaction, sections);
  }

  removeUnused(pause: () => Promise<void>): Promise<void> {
    return this.vectors.removeUnused(pause);
  }

  async isWanted(projectId: string): Promise<boolean> {
    return (await this.vectors.since(projectId)) !== null;
  }

  async nearest(
    workspace: Workspace,
    text: string,
    path: string | undefined,
  ): Promise<readonly number[] | null> {
    if (this.late.has(workspace.id)) return null;
    const meaning = await this.embedder.embedText(workspace.projectId, text);
    if (meaning === null) return null;
    const late = new AbortController();
    const waited = delay(COMPARED_MS, null, { signal: late.signal, ref: false });
    waited.catch(() => undefined);
    // The comparison continues after the timeout, so that the next search finds the vectors in memory.
    let isDone = false;
    const found = this.compared(workspace, meaning, path)
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'failed to compare sections by meaning');
        return null;
      })
      .finally(() => {
        isDone = true;
        this.late.delete(workspace.id);
      });
    try {
      const near = await Promise.race([found, waited]);
      if (near === null && !isDone) this.late.add(workspace.id);
      return near;
    } finally {
      late.abort();
    }
  }

  private async compared(
    workspace: Workspace,
    meaning: Embedded,
    path: string | undefined,
  ): Promise<number[]> {
    const isAll = isWhole(path);
    const few = isAll ? null : await this.fewBelow(workspace, path);
    const near = await this.packs.nearest(workspace.projectId, {
      ...meaning,
      places: () => [{ workspaceId: workspace.id }],
      most: isAll ? LOOKED_AT : LOOKED_AT_BELOW,
      ...(few !== null && { only: few }),
    });
    const wanted = isAll || few !== null ? NEAREST : NEAREST_BELOW;
    const slices = new Slices();
    const ids: number[] = [];
    for (let from = 0; from < near.length && ids.length < wanted; from += CHUNK) {
      // SQLite runs in this thread.
      await slices.rest();
      const some = near.slice(from, from + CHUNK).map(({ number }) => number);
      ids.push(...(await this.loadSectionIds(workspace, some, path)));
    }
    return ids.slice(0, wanted);
  }

  /** Returns the numbers of the vectors below a path; null if there are more than {@link FEW}. */
  private async fewBelow(workspace: Workspace, path: string | undefined): Promise<number[] | null> {
    const below = pathWithin(this.database, path);
    const rows = await this.database.query<{ number: number }>(
      `SELECT v.number FROM files f CROSS JOIN file_sections s
         JOIN section_vectors v ON v.workspace_id = s.workspace_id AND v.project_id = s.project_id AND v.hash = s.hash
       WHERE ${OF_FILES} ${below.sql} LIMIT ${FEW + 1}`,
      [workspace.id, workspace.projectId, ...below.values],
    );
    return rows.length > FEW ? null : rows.map(({ number }) => number);
  }

  /** Returns the ids of the sections below a path that have these vectors, in the order of the vectors. */
  private async loadSectionIds(
    workspace: Workspace,
    numbers: readonly number[],
    path: string | undefined,
  ): Promise<number[]> {
    if (numbers.length === 0) return [];
    const below = pathWithin(this.database, path);
    const rows = await this.database.query<{ id: number; number: number }>(
      `SELECT s.id, v.number FROM section_vectors v
         CROSS JOIN file_sections s CROSS JOIN files f
       WHERE v.number IN (${marks(numbers)}) AND v.project_id = ? AND v.vector IS NOT NULL
         AND s.workspace_id = v.workspace_id AND s.project_id = v.project_id AND s.hash = v.hash
         AND ${OF_FILES} ${below.sql} ORDER BY s.id`,
      [...numbers, workspace.projectId, workspace.id, workspace.projectId, ...below.values],
    );
    const places = new Map(numbers.map((number, place) => [number, place]));
    return rows
      .toSorted((one, other) => (places.get(one.number) ?? 0) - (places.get(other.number) ?? 0))
      .map(({ id }) => id);
  }
}

/** Returns the search of sections by meaning; null if it is not enabled. */
export function embeddedSections(
  database: Database,
  embedder: Embedder | null,
  vectors: SectionVectors,
  memory: VectorMemory,
  logger: Logger,
): EmbeddedSections | null {
  if (embedder === null) return null;
  const packs = new VectorPacks<SectionPlace>(vectors, memory, (length) =>
    Math.floor(MAX_BYTES_OF_WORKSPACE / computeVectorBytes(length)),
  );
  return new EmbeddedSections(database, embedder, vectors, packs, logger);
}
