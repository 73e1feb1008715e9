import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { ModelFailure, type ModelGateway } from '../models/model-gateway.js';
import { type EmbeddingModel, unitVector } from './embedding.js';

/** A text embedded by a model. */
export interface Embedded {
  model: EmbeddingModel;
  vector: Float32Array;
}

/** Maximum time that a search waits for the embedding of its text, in ms. */
const WAIT_MS = 2_000;
/** Time without further requests of a project after one that failed or timed out, in ms. */
const PAUSE_MS = 30_000;
/** Maximum number of cached embeddings, and of projects whose pauses are recorded. */
const KEPT = 1_000;
/** Maximum length of the text of a search that is embedded, in characters. */
const MAX_LOOKED_FOR = 2_000;

/** Minimum UTF-16 units of a token in most languages. */
const LETTERS_OF_TOKEN = 2;

/** Requests embeddings from the model. Its requests belong to the project rather than to a task. */
export class Embedder {
  private readonly asked = new LRUCache<string, Promise<Embedded | null>>({ max: KEPT });
  /** Times at which projects may send requests again, by the monotonic clock in ms. */
  private readonly pauses = new LRUCache<string, number>({ max: KEPT });
  private readonly stopping = new AbortController();

  /** `ref`: the model as `provider/name`. */
  constructor(
    private readonly gateway: ModelGateway,
    private readonly ref: string,
    private readonly logger: Logger,
  ) {}

  /**
   * Returns the project's model with the maximum length of a text in UTF-16 units. A provider of the project may hide
   * one of the installation. Rejects like `find`.
   */
  async model(projectId: string): Promise<EmbeddingModel & { maxText: number }> {
    const { ref, model, embeddings, contextTokens } = await this.gateway.find(projectId, this.ref);
    if (embeddings === null)
      throw new ModelFailure(
        `The model "${ref}" of the project makes no embeddings: give it "embeddings", their length, or rename its provider, which hides that of METARUN_EMBEDDING_MODEL.`,
      );
    const maxText = contextTokens * LETTERS_OF_TOKEN;
    return { id: `${ref} ${model} ${embeddings}`, length: embeddings, maxText };
  }

  /**
   * Returns the vectors of texts from one request; null for a text whose embedding has no direction. Rejects like the
   * gateway's `embed`, and if no embedding has a direction.
   */
  async embed(
    projectId: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<(Float32Array | null)[]> {
    const owner = { projectId, taskId: null, stepId: null, attempt: 1 };
    const { embeddings } = await this.gateway.embed(owner, { model: this.ref, texts }, signal);
    const vectors = embeddings.map(unitVector);
    if (vectors.every((vector) => vector === null))
      throw new ModelFailure(
        `The model "${this.ref}" gave embeddings that point nowhere: all of their numbers are 0, or some are too great.`,
      );
    return vectors;
  }

  /**
   * Returns the embedding of a text; null if it is not known in time. Equal texts are requested once. Never rejects.
   */
  async embedText(projectId: string, text: string): Promise<Embedded | null> {
    const looked = text.slice(0, MAX_LOOKED_FOR).toWellFormed().trim();
    if (looked === '') return null;
    if ((this.pauses.get(projectId) ?? 0) > performance.now()) return null;
    const late = new AbortController();
    const waited = delay(WAIT_MS, 'late' as const, { signal: late.signal, ref: false });
    waited.catch(() => undefined);
    try {
      const found = await Promise.race([this.ask(projectId, looked), waited]);
      if (found !== 'late') return found;
      this.pause(projectId, new Error(`no answer within ${WAIT_MS} ms`));
      return null;
    } catch (error) {
      this.pause(projectId, error);
      return null;
    } finally {
      late.abort();
    }
  }

  /** Aborts the open requests. */
  stop(): void {
    this.stopping.abort();
  }

  /**
   * Requests an embedding. The request continues after the wait for it has timed out, since the next search may use
   * its result.
   */
  private async ask(projectId: string, text: string): Promise<Embedded | null> {
    const model = await this.model(projectId);
    const key = JSON.stringify([projectId, model.id, text]);
    const known = this.asked.get(key);
    if (known !== undefined) return known;
    const asking = this.embed(projectId, [text], this.stopping.signal).then(([vector]) =>
      vector ? { model, vector } : null,
    );
    this.asked.set(key, asking);
    asking.catch(() => this.asked.delete(key));
    return asking;
  }

  private pause(projectId: string, error: unknown): void {
    if (this.stopping.signal.aborted) return;
    this.pauses.set(projectId, performance.now() + PAUSE_MS);
    this.logger.warn(
      { err: error, project: projectId },
      'failed to embed the text of a search; the project is searched only by words for a while',
    );
  }
}
