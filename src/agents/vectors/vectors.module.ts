import { Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { CONFIG, LOGGER } from '../../base/tokens.js';
import { ModelGateway } from '../models/model-gateway.js';
import { ModelsModule } from '../models/models.module.js';
import type { ModelSettings } from '../models/settings.js';
import { SectionTexts } from '../../files/search/section-text.js';
import { Embedder } from './embedder.js';
import { EmbeddedSections, embeddedSections } from './sections/embedded-sections.js';
import { SearchSettingsController } from './sections/search-settings.controller.js';
import { SearchSettingsService } from './sections/search-settings.service.js';
import { sectionEmbedder } from './sections/section-embedder.js';
import { SectionVectorJobs } from './sections/section-vector-jobs.js';
import { SectionVectors } from './sections/section-vectors.js';
import { SECTION_EMBEDDER, SECTION_VECTOR_WORK } from './sections/tokens.js';
import { VectorMemory } from './vector-memory.js';
import { vectorWork } from './vector-work.js';
import { Database } from '../../platform/database/database.js';

/** Vectors of texts, created by an embedding model. */
@Module({
  imports: [ModelsModule],
  controllers: [SearchSettingsController],
  providers: [
    VectorMemory,
    SectionTexts,
    SectionVectorJobs,
    SectionVectors,
    SearchSettingsService,
    {
      provide: Embedder,
      inject: [CONFIG, ModelGateway, LOGGER],
      useFactory: ({ embeddingModel }: ModelSettings, gateway: ModelGateway, logger: Logger) =>
        embeddingModel === '' ? null : new Embedder(gateway, embeddingModel, logger),
    },
    { provide: SECTION_EMBEDDER, inject: [CONFIG, Embedder], useFactory: sectionEmbedder },
    {
      provide: SECTION_VECTOR_WORK,
      inject: [Database, SectionVectorJobs, SectionVectors, SECTION_EMBEDDER, LOGGER],
      useFactory: vectorWork,
    },
    {
      provide: EmbeddedSections,
      inject: [Database, SECTION_EMBEDDER, SectionVectors, VectorMemory, LOGGER],
      useFactory: embeddedSections,
    },
  ],
  exports: [Embedder, VectorMemory, SECTION_VECTOR_WORK, EmbeddedSections],
})
export class VectorsModule implements OnApplicationShutdown {
  constructor(private readonly memory: VectorMemory) {}

  onApplicationShutdown(): void | Promise<void> {
    return this.memory.close();
  }
}
