import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { FairSlots } from '../../../base/kernel/fair-slots.js';
import type { MemoryPlace } from '../memory.js';
import type { EmbeddingModel } from './embedding.js';
import type { MemoryVectors } from './memory-vectors.js';
import { MAX_BYTES } from './vector-limits.js';
import { type Near, VectorPack } from './vector-pack.js';

/** The parts of places that are known. */
export type PlaceFilter = { [K in keyof MemoryPlace]?: string | undefined };

/** Vectors that one search compares. */
const MAX_COMPARED = 40_000;
/** Changes that are read at a time. */
const READ = 500;
/** Projects whose places are known. */
const PROJECTS = 1_000;

/** The vectors of places, as they were used last, and the search in them. */
export class VectorPacks {
  private readonly packs = new LRUCache<string, VectorPack>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });
  private readonly places = new LRUCache<string, { version: number; places: MemoryPlace[] }>({
    max: PROJECTS,
  });
  /** One search of a project at a time: it changes the packs. */
  private readonly slots = new FairSlots(1);

  constructor(private readonly vectors: MemoryVectors) {}

  /** Returns the memories at places that mean most nearly the same as a vector, the nearest first. */
  nearest(
    projectId: string,
    model: EmbeddingModel,
    vector: Float32Array,
    where: readonly MemoryPlace[] | PlaceFilter,
    most: number,
  ): Promise<Near[]> {
    return this.slots.run(projectId, async () => {
      const version = await this.vectors.version(projectId);
      const near: Near[] = [];
      let compared = 0;
      for (const place of await this.placesIn(projectId, version, where)) {
        const pack = await this.packOf(projectId, place, model, version);
        if (compared + pack.size > MAX_COMPARED) break;
        compared += pack.size;
        pack.nearest(vector, near, most);
        // All else gets to the event loop between two places.
        if (pack.size > 0) await nextTurn();
      }
      return near;
    });
  }

  private async placesIn(
    projectId: string,
    version: number,
    where: readonly MemoryPlace[] | PlaceFilter,
  ): Promise<readonly MemoryPlace[]> {
    if (isList(where)) return where;
    let known = this.places.get(projectId);
    if (known === undefined || known.version !== version) {
      known = { version, places: await this.vectors.places(projectId) };
      this.places.set(projectId, known);
    }
    const { scope, scopeId, subjectHash } = where;
    return known.places.filter(
      (place) =>
        (scope === undefined || place.scope === scope) &&
        (scopeId === undefined || place.scopeId === scopeId) &&
        (subjectHash === undefined || place.subjectHash === subjectHash),
    );
  }

  /** Returns the vectors of a place as they are at a version, or later. */
  private async packOf(
    projectId: string,
    place: MemoryPlace,
    model: EmbeddingModel,
    version: number,
  ): Promise<VectorPack> {
    const key = JSON.stringify([
      projectId,
      place.scope,
      place.scopeId,
      place.subjectHash,
      model.id,
    ]);
    const pack = this.packs.get(key) ?? new VectorPack(model.length);
    if (pack.version >= version) return pack;
    let after = { version: pack.version, number: Number.MAX_SAFE_INTEGER };
    for (;;) {
      const changes = await this.vectors.changes(projectId, place, after, READ);
      for (const { number, model: id, vector } of changes)
        if (vector !== null && id === model.id) pack.put(number, vector);
        else pack.remove(number);
      const last = changes.at(-1);
      if (last !== undefined) after = { version: Number(last.version), number: last.number };
      if (changes.length < READ) break;
      await nextTurn();
    }
    pack.version = Math.max(version, after.version);
    this.packs.set(key, pack);
    return pack;
  }
}

function isList(where: readonly MemoryPlace[] | PlaceFilter): where is readonly MemoryPlace[] {
  return Array.isArray(where);
}
