import { Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Config } from '../../../base/config/settings.js';
import { CONFIG, LOGGER } from '../../../base/tokens.js';
import { ConversionProgressService } from './conversion-progress.js';
import { ConversionQueue } from './conversion-queue.js';
import { ConversionWorker } from './conversion-worker.service.js';
import { DocumentResultsService } from './document-results.service.js';
import { DocumentUploadsService } from './document-uploads.service.js';
import { DocumentWriterService } from './document-writer.service.js';
import { DocumentsService } from './documents.service.js';
import { ReconversionService } from './reconversion.service.js';
import { FilesModule } from '../files.module.js';
import { ConversionMonitor } from '../../../sandbox/conversion/conversion-monitor.js';
import { DocumentConverter } from '../../../sandbox/conversion/document-converter.js';
import { openConverter } from '../../../sandbox/conversion/open-converter.js';
import { SandboxedDocumentConverter } from '../../../sandbox/conversion/sandboxed.document-converter.js';
import { findInterpreter } from '../../../sandbox/runtime/find-sandbox.js';
import { Sandbox } from '../../../sandbox/runtime/sandbox/sandbox.js';

/** Conversion of documents to files of a knowledge base. */
@Module({
  imports: [FilesModule],
  providers: [
    DocumentWriterService,
    DocumentsService,
    DocumentResultsService,
    ConversionQueue,
    ConversionProgressService,
    ConversionWorker,
    DocumentUploadsService,
    ReconversionService,
    {
      provide: SandboxedDocumentConverter,
      inject: [CONFIG, Sandbox, LOGGER],
      useFactory: (config: Config, sandbox: Sandbox, logger: Logger) =>
        openConverter(
          config,
          sandbox,
          (message) => logger.warn(message),
          () => findInterpreter(config),
        ),
    },
    { provide: DocumentConverter, useExisting: SandboxedDocumentConverter },
    { provide: ConversionMonitor, useExisting: SandboxedDocumentConverter },
  ],
  exports: [
    ReconversionService,
    ConversionWorker,
    SandboxedDocumentConverter,
    DocumentUploadsService,
    ConversionProgressService,
    DocumentConverter,
    ConversionMonitor,
  ],
})
export class DocumentsModule implements OnApplicationShutdown {
  constructor(private readonly converter: SandboxedDocumentConverter) {}

  onApplicationShutdown(): void | Promise<void> {
    return this.converter.close();
  }
}
