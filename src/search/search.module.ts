import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { IndexerService } from './indexer.service.js';
import { SearchCapability } from './search.capability.js';
import { SearchController } from './search.controller.js';
import { SearchIndex } from './search-index.js';
import { SearchService } from './search.service.js';
import { SectionRanking } from './section-ranking.js';

/** Full-text search in files. Needs the global Config, Database, EventBus and Capabilities. */
@Module({
  imports: [FilesModule, StorageModule],
  controllers: [SearchController],
  providers: [IndexerService, SearchCapability, SearchIndex, SearchService, SectionRanking],
})
export class SearchModule {}
