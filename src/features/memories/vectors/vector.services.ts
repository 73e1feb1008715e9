import type { Logger } from 'pino';
import type { BackgroundWork } from '../../../base/kernel/background-work.js';
import type { Database } from '../../../platform/database/database.js';
import type { ModelGateway } from '../../models/model-gateway.js';
import type { ModelSettings } from '../../models/settings.js';
import { Embedder } from './embedder.js';
import { MemoryMeanings } from './memory-meanings.js';
import { MemoryVectors } from './memory-vectors.js';
import { VectorJobs } from './vector-jobs.js';
import { VectorPacks } from './vector-packs.js';
import { VectorWorker } from './vector.worker.js';

interface VectorServices {
  vectors: MemoryVectors;
  /** Null where the installation has no model of embeddings. */
  meanings: MemoryMeanings | null;
  worker: BackgroundWork;
}

/** The meanings of memories, and the worker that finds them out. */
export function vectorServices(
  { embeddingModel }: Pick<ModelSettings, 'embeddingModel'>,
  logger: Logger,
  database: Database,
  gateway: ModelGateway,
): VectorServices {
  if (embeddingModel === '')
    return {
      vectors: new MemoryVectors(database, false, () => undefined),
      meanings: null,
      worker: { start: () => undefined, stop: () => undefined },
    };
  const vectors = new MemoryVectors(database, true, () => worker.poke());
  const embedder = new Embedder(gateway, embeddingModel, logger);
  const jobs = new VectorJobs(database);
  const worker: VectorWorker = new VectorWorker(database, jobs, vectors, embedder, logger);
  return { vectors, meanings: new MemoryMeanings(embedder, new VectorPacks(vectors)), worker };
}
