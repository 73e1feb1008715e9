import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { Quotas } from '../projects/quotas.service.js';
import { ConversionCache } from './documents/conversion-cache.js';
import { FileReaderService } from './tree/file-reader.service.js';
import { FileWriterService } from './tree/file-writer.service.js';
import { FilesCapability } from './tree/files.capability.js';
import { FileFinderService } from './reading/file-finder.service.js';
import { ReadingCapability } from './reading/reading.capability.js';
import { TextReaderService } from './reading/text-reader.service.js';
import { TaskFiles } from './uses/task-files.service.js';
import { WorkspaceChanges } from './workspaces/workspace-changes.service.js';
import { WorkspacesService } from './workspaces/workspaces.service.js';
import type { FileSettings } from './settings.js';

export type FilesServices = ReturnType<typeof filesServices>;

/** Workspaces, and their files as scripts and clients read and write them. */
export function filesServices(
  { config, logger, database, blobs, bus, capabilities }: Infrastructure<FileSettings>,
  quotas: Quotas,
) {
  const changes = new WorkspaceChanges(database, blobs, bus, logger, quotas);
  const conversions = new ConversionCache(database, changes);
  const workspaces = new WorkspacesService(database, changes, conversions, bus, quotas);
  const reader = new FileReaderService(database, blobs);
  const taskFiles = new TaskFiles(database, logger);
  const writer = new FileWriterService(config, blobs, changes, taskFiles);
  const texts = new TextReaderService(reader);
  const finder = new FileFinderService(database);
  new FilesCapability(workspaces, reader, writer, taskFiles).register(capabilities);
  new ReadingCapability(workspaces, texts, finder, taskFiles).register(capabilities);
  return { changes, conversions, workspaces, reader, writer, texts, finder, taskFiles };
}
