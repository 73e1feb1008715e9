import type { Embedder } from '../../vectors/embedder.js';
import type { EmbeddingModel } from '../../vectors/embedding.js';
import type { VectorPacks } from '../../vectors/vector-packs.js';
import { textRefusal } from '../admission.js';
import type { MemoryPlace } from '../memory.js';
import type { MemoryPlaces, PlaceFilter } from './memory-places.js';

/** A text that is looked for by its meaning, and where. */
export interface LookedFor {
  text: string;
  places: readonly MemoryPlace[] | PlaceFilter;
}

/** The meaning of a text that is not kept yet. */
export interface NewMeaning {
  model: EmbeddingModel;
  vector: Float32Array;
  /** Numbers of the memories of its place that mean nearly the same, the nearest first. */
  same: readonly number[];
}

/** The cosine from which two texts mean nearly the same. */
const SAME = 0.92;
/** Memories that a new one is compared with by their words as well. */
const COMPARED = 5;

/** Finds memories by what they mean. */
export class MemoryMeanings {
  constructor(
    private readonly embedder: Embedder,
    private readonly packs: VectorPacks<MemoryPlace>,
    private readonly places: MemoryPlaces,
  ) {}

  /** Returns the numbers of the memories nearest to a text, the nearest first; null where its meaning is not known in time. */
  async nearest(
    projectId: string,
    { text, places }: LookedFor,
    most: number,
  ): Promise<number[] | null> {
    const meaning = await this.embedder.meaningOf(projectId, text);
    if (meaning === null) return null;
    const near = await this.packs.nearest(projectId, {
      ...meaning,
      places: (version) => this.places.of(projectId, version, places),
      most,
    });
    return near.map(({ number }) => number);
  }

  /**
   * Returns what a text means; null where that is not known in time, and for one that is not to be kept: a credential goes to no
   * provider.
   */
  async ofNew(projectId: string, place: MemoryPlace, text: string): Promise<NewMeaning | null> {
    if (textRefusal(text) !== null) return null;
    const meaning = await this.embedder.meaningOf(projectId, text);
    if (meaning === null) return null;
    const { model, vector } = meaning;
    const near = await this.packs.nearest(projectId, {
      model,
      vector,
      places: () => [place],
      most: COMPARED,
    });
    const same = near.filter(({ cosine }) => cosine >= SAME).map(({ number }) => number);
    return { model, vector, same };
  }
}
