import type { Logger } from 'pino';
import type { BackgroundWork } from '../../../base/kernel/background-work.js';
import type { Database } from '../../../platform/database/database.js';
import { VectorJobs } from '../../vectors/vector-jobs.js';
import { VectorPacks } from '../../vectors/vector-packs.js';
import { VectorWork } from '../../vectors/vector-work.js';
import type { VectorsServices } from '../../vectors/vectors.services.js';
import { MemoryMeanings } from './memory-meanings.js';
import { MemoryPlaces } from './memory-places.js';
import { MemoryVectors } from './memory-vectors.js';

interface VectorServices {
  vectors: MemoryVectors;
  /** Null where the installation has no model of embeddings. */
  meanings: MemoryMeanings | null;
  worker: BackgroundWork;
}

/** Returns the jobs of the vectors of memories. */
export function memoryVectorJobs(database: Database): VectorJobs {
  return new VectorJobs(database, 'memory_vector_jobs', 'SELECT project_id FROM memories');
}

/** The meanings of memories, and the work that finds them out. */
export function vectorServices(
  { embedder, memory }: Pick<VectorsServices, 'embedder' | 'memory'>,
  logger: Logger,
  database: Database,
): VectorServices {
  if (embedder === null)
    return {
      vectors: new MemoryVectors(database, null, () => undefined),
      meanings: null,
      worker: { start: () => undefined, stop: () => undefined },
    };
  const jobs = memoryVectorJobs(database);
  const vectors = new MemoryVectors(database, jobs, () => worker.poke());
  const worker: VectorWork = new VectorWork(database, jobs, vectors, embedder, logger);
  const packs = new VectorPacks(vectors, memory);
  return {
    vectors,
    meanings: new MemoryMeanings(embedder, packs, new MemoryPlaces(vectors)),
    worker,
  };
}
