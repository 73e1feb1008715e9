import type { DocumentConverter } from '../../../sandbox/conversion/document-converter.js';
import type { Infrastructure } from '../../../workflow/engine/infrastructure.js';
import type { FilesServices } from '../files.services.js';
import type { FileSettings } from '../settings.js';
import { ConversionProgressService } from './conversion-progress.js';
import { ConversionQueue } from './conversion-queue.js';
import { ConversionWorker } from './conversion-worker.service.js';
import { DocumentResultsService } from './document-results.service.js';
import { DocumentUploadsService } from './document-uploads.service.js';
import { DocumentWriterService } from './document-writer.service.js';
import { DocumentsService } from './documents.service.js';
import { ReconversionService } from './reconversion.service.js';

export type DocumentsServices = ReturnType<typeof documentsServices>;

/** Documents that become files of a knowledge base. */
export function documentsServices(
  { config, logger, database, blobs, bus, events }: Infrastructure<FileSettings>,
  { changes, conversions, reader, writer: files }: FilesServices,
  converter: DocumentConverter,
) {
  const writer = new DocumentWriterService(files, conversions, events);
  const documents = new DocumentsService(converter, blobs, conversions, changes);
  const results = new DocumentResultsService(changes, writer, events);
  const queue = new ConversionQueue(database);
  const progress = new ConversionProgressService(database, bus, logger);
  const worker = new ConversionWorker(config, queue, documents, results, progress, bus, logger);
  const uploads = new DocumentUploadsService(config, bus, reader, changes, documents, writer);
  const reconversion = new ReconversionService(database, reader, changes, documents, events, bus);
  return { uploads, reconversion, worker, progress };
}
