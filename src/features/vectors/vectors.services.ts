import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { ModelsServices } from '../models/models.services.js';
import type { ModelSettings } from '../models/settings.js';
import { Embedder } from './embedder.js';
import { VectorMemory } from './vector-memory.js';

export type VectorsServices = ReturnType<typeof vectorsServices>;

/** The meanings of texts, as a model of embeddings says them. */
export function vectorsServices(
  { config, logger }: Infrastructure<ModelSettings>,
  { gateway }: Pick<ModelsServices, 'gateway'>,
) {
  const { embeddingModel } = config;
  const memory = new VectorMemory();
  return {
    /** Null where the installation has no model of embeddings. */
    embedder: embeddingModel === '' ? null : new Embedder(gateway, embeddingModel, logger),
    memory,
    close: () => memory.close(),
  };
}
