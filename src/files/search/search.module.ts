import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { IndexerService } from './indexer.service.js';
import { RankedSections } from './ranked-sections.js';
import { SearchIndex } from './search-index.js';
import { SearchCapability } from './search.capability.js';
import { SearchController } from './search.controller.js';
import { SearchService } from './search.service.js';
import { SectionRanking } from './section-ranking.js';
import { SectionReader } from './section-reader.js';
import { Vocabulary } from './vocabulary.js';
import { WordForms } from './wanted-words.js';
import { Capabilities } from '../../sandbox/runtime/capabilities.js';

/** Full-text search in files. */
@Module({
  imports: [FilesModule],
  controllers: [SearchController],
  providers: [
    SectionReader,
    Vocabulary,
    IndexerService,
    SearchIndex,
    RankedSections,
    SectionRanking,
    WordForms,
    SearchService,
    SearchCapability,
  ],
  exports: [IndexerService, SearchService],
})
export class SearchModule implements OnApplicationShutdown {
  constructor(
    private readonly sections: SectionReader,
    capabilities: Capabilities,
    capability: SearchCapability,
  ) {
    capability.register(capabilities);
  }

  onApplicationShutdown(): void | Promise<void> {
    return this.sections.close();
  }
}
