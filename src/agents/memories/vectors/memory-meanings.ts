import type { Embedder } from '../../vectors/embedder.js';
import type { EmbeddingModel } from '../../vectors/embedding.js';
import type { VectorPacks } from '../../vectors/vector-packs.js';
import { textRefusal } from '../admission.js';
import type { MemoryPlace } from '../memory.js';
import type { MemoryPlaces, PlaceFilter } from './memory-places.js';

/** A text to search for by meaning, and the places to search. */
export interface LookedFor {
  text: string;
  places: readonly MemoryPlace[] | PlaceFilter;
}

/** The meaning of a text that is not stored yet. */
export interface NewMeaning {
  model: EmbeddingModel;
  vector: Float32Array;
  /** Numbers of memories at the same place with nearly the same meaning, the nearest first. */
  same: readonly number[];
}

/** Cosine from which two texts have nearly the same meaning. */
const SAME = 0.92;
/** Number of memories that are also compared with a new one by words. */
const COMPARED = 5;

/** Finds memories by meaning. */
export class MemoryMeanings {
  constructor(
    private readonly embedder: Embedder,
    private readonly packs: VectorPacks<MemoryPlace>,
    private readonly places: MemoryPlaces,
  ) {}

  /**
   * Returns the numbers of the memories nearest to a text, the nearest first; null if its embedding is not known in
   * time.
   */
  async nearest(
    projectId: string,
    { text, places }: LookedFor,
    most: number,
  ): Promise<number[] | null> {
    const meaning = await this.embedder.embedText(projectId, text);
    if (meaning === null) return null;
    const near = await this.packs.nearest(projectId, {
      ...meaning,
      places: (version) => this.places.of(projectId, version, places),
      most,
    });
    return near.map(({ number }) => number);
  }

  /**
   * Returns the meaning of a text; null if it is not known in time, or if the text is refused, since credentials must
   * not be sent to a provider.
   */
  async ofNew(projectId: string, place: MemoryPlace, text: string): Promise<NewMeaning | null> {
    if (textRefusal(text) !== null) return null;
    const meaning = await this.embedder.embedText(projectId, text);
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
