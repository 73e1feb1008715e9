import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { ConversionCache } from './documents/conversion-cache.js';
import { FileFinderService } from './reading/file-finder.service.js';
import { ReadingCapability } from './reading/reading.capability.js';
import { TextReaderService } from './reading/text-reader.service.js';
import { FileReaderService } from './tree/file-reader.service.js';
import { FileWriterService } from './tree/file-writer.service.js';
import { FilesCapability } from './tree/files.capability.js';
import { TaskFiles } from './uses/task-files.service.js';
import { WorkspaceChanges } from './workspaces/workspace-changes.service.js';
import { WorkspacesService } from './workspaces/workspaces.service.js';
import { QuotasModule } from '../../access/projects/quotas.module.js';
import { Capabilities } from '../../sandbox/runtime/capabilities.js';

/** Workspaces, and access to their files for scripts and clients. */
@Module({
  imports: [QuotasModule],
  providers: [
    WorkspaceChanges,
    ConversionCache,
    WorkspacesService,
    FileReaderService,
    TaskFiles,
    FileWriterService,
    TextReaderService,
    FileFinderService,
    FilesCapability,
    ReadingCapability,
  ],
  exports: [
    FileWriterService,
    ConversionCache,
    WorkspaceChanges,
    FileReaderService,
    WorkspacesService,
    FileFinderService,
    TextReaderService,
    TaskFiles,
  ],
})
export class FilesModule implements OnApplicationShutdown {
  constructor(
    private readonly texts: TextReaderService,
    capabilities: Capabilities,
    files: FilesCapability,
    reading: ReadingCapability,
  ) {
    files.register(capabilities);
    reading.register(capabilities);
  }

  onApplicationShutdown(): void | Promise<void> {
    return this.texts.close();
  }
}
