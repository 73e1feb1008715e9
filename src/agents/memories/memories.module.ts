import { Module } from '@nestjs/common';
import { SchemaValidator } from '../../base/schema/schema-validator.js';
import { CONFIG, LOGGER } from '../../base/tokens.js';
import { AgentsModule } from '../agents/agents.module.js';
import { Extraction } from './extraction/extraction.service.js';
import { ExtractionWorker } from './extraction/extraction.worker.js';
import { MemoryJobsController } from './extraction/memory-jobs.controller.js';
import { MemoryJobs } from './extraction/memory-jobs.js';
import { TaskSourceReader } from './extraction/task-sources.js';
import { MemoriesController } from './memories.controller.js';
import { MemoriesService } from './memories.service.js';
import { MemoryAccesses } from './memory-access.service.js';
import { MemoryGifts } from './memory-gifts.service.js';
import { MemoryIndex } from './memory-index.js';
import { MemoryRecall } from './memory-recall.service.js';
import { MemorySearch } from './memory-search.service.js';
import { MemorySettingsController } from './memory-settings.controller.js';
import { MemorySettingsModule } from './memory-settings.module.js';
import { MemorySettingsService } from './memory-settings.service.js';
import { MemoryStore } from './memory-store.js';
import { MemoryCapability } from './memory.capability.js';
import { Revocation } from './revocation.service.js';
import type { MemoryConfig } from './settings.js';
import { MemoryMeanings } from './vectors/memory-meanings.js';
import { MemoryPlaces } from './vectors/memory-places.js';
import { MEMORY_VECTOR_WORK, MemoryVectorJobs } from './vectors/memory-vector-jobs.js';
import { MemoryVectors } from './vectors/memory-vectors.js';
import { MetaTasksModule } from '../../tasks/meta-tasks/meta-tasks.module.js';
import { RunnableVersions } from '../../tasks/meta-tasks/runnable-versions.service.js';
import { ModelGateway } from '../models/model-gateway.js';
import { ModelsModule } from '../models/models.module.js';
import { SecretsModule } from '../../access/secrets/secrets.module.js';
import { SecretsService } from '../../access/secrets/secrets.service.js';
import { Embedder } from '../vectors/embedder.js';
import { VectorMemory } from '../vectors/vector-memory.js';
import { VectorPacks } from '../vectors/vector-packs.js';
import { vectorWork } from '../vectors/vector-work.js';
import { VectorsModule } from '../vectors/vectors.module.js';
import { Database } from '../../platform/database/database.js';
import { Capabilities } from '../../sandbox/runtime/capabilities.js';
import { Transitions } from '../../workflow/engine/state/transitions.js';
import { Journals } from '../../workflow/steps/journals.js';
import { StepsModule } from '../../workflow/steps/steps.module.js';

/** Memories of projects. */
@Module({
  imports: [
    MetaTasksModule,
    AgentsModule,
    MemorySettingsModule,
    VectorsModule,
    StepsModule,
    ModelsModule,
    SecretsModule,
  ],
  // The path of jobs must precede that of a single memory.
  controllers: [MemoryJobsController, MemoriesController, MemorySettingsController],
  providers: [
    MemoryIndex,
    MemoryStore,
    MemoriesService,
    MemorySearch,
    Revocation,
    MemoryAccesses,
    MemoryGifts,
    MemoryJobs,
    TaskSourceReader,
    ExtractionWorker,
    MemoryRecall,
    MemoryVectorJobs,
    MemoryPlaces,
    {
      provide: MemoryVectors,
      inject: [Database, MemoryVectorJobs, Embedder],
      useFactory: (database: Database, jobs: MemoryVectorJobs, embedder: Embedder | null) =>
        new MemoryVectors(database, embedder === null ? null : jobs),
    },
    {
      provide: MemoryMeanings,
      inject: [Embedder, MemoryVectors, VectorMemory, MemoryPlaces],
      useFactory: (
        embedder: Embedder | null,
        vectors: MemoryVectors,
        memory: VectorMemory,
        places: MemoryPlaces,
      ) =>
        embedder === null
          ? null
          : new MemoryMeanings(embedder, new VectorPacks(vectors, memory), places),
    },
    {
      provide: MEMORY_VECTOR_WORK,
      inject: [Database, MemoryVectorJobs, MemoryVectors, Embedder, LOGGER],
      useFactory: vectorWork,
    },
    {
      provide: MemoryCapability,
      inject: [
        Journals,
        MemoryAccesses,
        MemoryGifts,
        MemoryStore,
        MemorySettingsService,
        Revocation,
        MemoryMeanings,
      ],
      useFactory: (
        journals: Journals,
        accesses: MemoryAccesses,
        gifts: MemoryGifts,
        store: MemoryStore,
        settings: MemorySettingsService,
        revocation: Revocation,
        meanings: MemoryMeanings | null,
      ) =>
        new MemoryCapability({ journals, accesses, gifts, store, settings, revocation, meanings }),
    },
    {
      provide: Extraction,
      inject: [
        CONFIG,
        Database,
        SchemaValidator,
        ModelGateway,
        Transitions,
        RunnableVersions,
        SecretsService,
        MemoryAccesses,
        MemorySettingsService,
        MemorySearch,
        MemoryStore,
        MemoryMeanings,
        MemoryJobs,
        TaskSourceReader,
      ],
      useFactory: (
        { memoryMaxTokens: maxTokens }: MemoryConfig,
        database: Database,
        schemas: SchemaValidator,
        gateway: ModelGateway,
        { modelUse }: Transitions,
        versions: RunnableVersions,
        secrets: SecretsService,
        accesses: MemoryAccesses,
        settings: MemorySettingsService,
        search: MemorySearch,
        store: MemoryStore,
        meanings: MemoryMeanings | null,
        jobs: MemoryJobs,
        reader: TaskSourceReader,
      ) =>
        new Extraction({
          database,
          schemas,
          gateway,
          modelUse,
          versions,
          secrets,
          accesses,
          settings,
          search,
          store,
          meanings,
          jobs,
          reader,
          maxTokens,
        }),
    },
  ],
  exports: [MemoryRecall, MEMORY_VECTOR_WORK, ExtractionWorker],
})
export class MemoriesModule {
  constructor(
    capabilities: Capabilities,
    capability: MemoryCapability,
    extraction: ExtractionWorker,
    transitions: Transitions,
    versions: RunnableVersions,
  ) {
    capability.register(capabilities);
    extraction.follow(transitions, versions);
  }
}
