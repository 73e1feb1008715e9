import { Module } from '@nestjs/common';
import { CitationChecks } from './citation-checks.js';
import { CitationsController } from './citations.controller.js';
import { Citations } from './citations.service.js';
import { StaleCitations } from './stale-citations.js';
import { FilesModule } from '../files/files.module.js';
import { SearchModule } from '../search/search.module.js';

/** Cited passages of results, and the check that files still contain them. */
@Module({
  imports: [FilesModule, SearchModule],
  controllers: [CitationsController],
  providers: [Citations, CitationChecks, StaleCitations],
  exports: [StaleCitations, CitationChecks],
})
export class CitationsModule {}
