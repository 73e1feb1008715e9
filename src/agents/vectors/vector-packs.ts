import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairSlots } from '../../base/kernel/fair-slots.js';
import type { EmbeddingModel } from './embedding.js';
import type { Near } from './nearest.js';
import type { VectorMemory } from './vector-memory.js';
import { VectorPack } from './vector-pack.js';
import type { VectorSource } from './vector-store.js';

/** Maximum number of vectors that one search compares, apart from those of its first place. */
const MAX_COMPARED = 40_000;
/** Number of changes that are read at a time. */
const READ = 250;

/** A search for the nearest vectors. */
export interface NearestQuery<Place> {
  model: EmbeddingModel;
  vector: Float32Array;
  /** Returns the places to search, the most important first, for a version of the project's vectors. */
  places: (version: number) => readonly Place[] | Promise<readonly Place[]>;
  most: number;
  /** Numbers of the vectors to compare. Default: all. */
  only?: readonly number[];
}

/** The most recently used vectors of one kind of texts by place, and the search in them. */
export class VectorPacks<Place extends object> {
  /** Allows one search of a project at a time, since searches change the packs. */
  private readonly slots = new FairSlots(1);

  /** `mostOf`: maximum number of vectors of a length that one place keeps in memory. */
  constructor(
    private readonly source: VectorSource<Place> & { readonly name: string },
    private readonly memory: VectorMemory,
    private readonly mostOf: (length: number) => number = () => Number.POSITIVE_INFINITY,
  ) {}

  /** Returns the texts closest in meaning to a vector, the nearest first. */
  nearest(
    projectId: string,
    { model, vector, places, most, only }: NearestQuery<Place>,
  ): Promise<Near[]> {
    return this.slots.run(projectId, async () => {
      const version = await this.source.version(projectId);
      const packs: VectorPack[] = [];
      let compared = 0;
      for (const place of await places(version)) {
        const pack = await this.loadPack(projectId, place, model, version);
        if (compared > 0 && compared + pack.size > MAX_COMPARED) break;
        compared += pack.size;
        if (pack.size > 0) packs.push(pack);
      }
      return this.memory.nearest(packs, vector, most, only ?? null);
    });
  }

  /** Returns the vectors of a place at a version or later. */
  private async loadPack(
    projectId: string,
    place: Place,
    model: EmbeddingModel,
    version: number,
  ): Promise<VectorPack> {
    const { packs } = this.memory;
    const where = Object.entries(place).toSorted(([one], [other]) => (one < other ? -1 : 1));
    const key = JSON.stringify([this.source.name, projectId, where, model.id]);
    const pack = packs.get(key) ?? new VectorPack(model.length, this.mostOf(model.length));
    if (pack.version >= version) return pack;
    let after = { version: pack.version, number: Number.MAX_SAFE_INTEGER };
    for (;;) {
      const changes = await this.source.changes(projectId, place, after, READ);
      for (const { number, model: id, vector } of changes)
        if (vector !== null && id === model.id) pack.put(number, vector);
        else pack.remove(number);
      const last = changes.at(-1);
      if (last !== undefined) after = { version: Number(last.version), number: last.number };
      if (changes.length < READ) break;
      await nextTurn();
    }
    pack.version = Math.max(version, after.version);
    packs.set(key, pack);
    return pack;
  }
}
