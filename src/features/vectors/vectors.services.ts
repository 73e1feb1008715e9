import { ConfigError } from '../../base/config/config.js';
import type { BackgroundWork } from '../../base/kernel/background-work.js';
import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { ModelsServices } from '../models/models.services.js';
import type { ModelSettings } from '../models/settings.js';
import { SectionTexts } from '../search/section-text.js';
import { Embedder } from './embedder.js';
import { EmbeddedSections } from './sections/embedded-sections.js';
import { SearchSettingsService } from './sections/search-settings.service.js';
import { type SectionPlace, SectionVectors } from './sections/section-vectors.js';
import type { VectorSettings } from './settings.js';
import { sizeOf } from './embedding.js';
import { VectorJobs } from './vector-jobs.js';
import { VectorMemory } from './vector-memory.js';
import { VectorPacks } from './vector-packs.js';
import { VectorWork } from './vector-work.js';

/** Bytes of the vectors of one workspace that are in memory. */
const MAX_BYTES_OF_WORKSPACE = 384 * 1024 * 1024;
const NO_WORK: BackgroundWork = { start: () => undefined, stop: () => undefined };

export type VectorsServices = ReturnType<typeof vectorsServices>;

/** The meanings of texts, as a model of embeddings says them. */
export function vectorsServices(
  { config, logger, database }: Infrastructure<ModelSettings & VectorSettings>,
  { gateway }: Pick<ModelsServices, 'gateway'>,
) {
  const { embeddingModel, embedFiles } = config;
  if (embedFiles !== 'none' && embeddingModel === '')
    throw new ConfigError(
      `METARUN_EMBED_FILES is "${embedFiles}": METARUN_EMBEDDING_MODEL names no model that could embed them`,
    );
  const memory = new VectorMemory();
  const embedder = embeddingModel === '' ? null : new Embedder(gateway, embeddingModel, logger);
  const jobs = new VectorJobs(
    database,
    'section_vector_jobs',
    'SELECT project_id FROM search_settings WHERE by_meaning = TRUE',
  );
  const texts = new SectionTexts(database);
  const vectors = new SectionVectors(database, texts, jobs, () => work?.poke());
  const isOn = embedFiles === 'chosen' && embedder !== null;
  const work = isOn ? new VectorWork(database, jobs, vectors, embedder, logger) : null;
  const packs = new VectorPacks<SectionPlace>(vectors, memory, (length) =>
    Math.floor(MAX_BYTES_OF_WORKSPACE / sizeOf(length)),
  );
  return {
    /** Null where the installation has no model of embeddings. */
    embedder,
    memory,
    /** Null where the installation searches no files by meaning. */
    sections: isOn ? new EmbeddedSections(database, embedder, vectors, packs, logger) : null,
    work: work ?? NO_WORK,
    settings: new SearchSettingsService(database, vectors, jobs, isOn ? embedder : null),
    close: () => memory.close(),
  };
}
