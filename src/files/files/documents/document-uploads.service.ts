import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import { setTimeout as delay } from 'node:timers/promises';
import { TooManyWaitingError } from '../../../sandbox/conversion/document-converter.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { Slots } from '../../../base/kernel/slots.js';
import type { FileEntry } from '../tree/file-entry.js';
import { FileReaderService } from '../tree/file-reader.service.js';
import type { NewFile } from '../tree/file-writer.service.js';
import { documentsQueued } from '../messages.js';
import { WorkspaceChanges } from '../workspaces/workspace-changes.service.js';
import type { Workspace } from '../workspaces/workspace.js';
import { assertConditions } from '../../../platform/wire/conditions.js';
import { errorOfFiles, type FailedFile } from '../uploads/failed-file.js';
import {
  type Arrival,
  ConversionGoneError,
  DocumentWriterService,
} from './document-writer.service.js';
import { DocumentsService } from './documents.service.js';
import { isDocument } from './job-rows.js';
import type { FileSettings } from '../settings.js';

/** Documents of one request that are converted, or wait for a converter, concurrently. */
const AT_ONCE = 8;
const TRIES = 3;

/** Stores uploads to a knowledge base: Markdown files unchanged, and documents as Markdown. */
@Injectable()
export class DocumentUploadsService {
  constructor(
    @Inject(CONFIG) private readonly config: FileSettings,
    private readonly bus: EventBus,
    private readonly reader: FileReaderService,
    private readonly changes: WorkspaceChanges,
    private readonly documents: DocumentsService,
    private readonly writer: DocumentWriterService,
  ) {}

  /**
   * Returns the time, in ms since the epoch, until which an upload that starts now waits for conversions. A client may
   * request a shorter wait than the setting.
   */
  deadline(waitSeconds = Infinity): number {
    return Date.now() + Math.min(waitSeconds, this.config.conversionWaitSeconds) * 1000;
  }

  /**
   * Writes uploaded files, all or none. Documents whose conversion takes longer than the upload waits are stored at
   * once and converted later. Throws the errors of {@link FileWriterService.writeAll}, and those of the converter with
   * the names of the documents.
   */
  async convertAndWrite(
    workspace: Workspace,
    files: readonly NewFile[],
    deadline: number,
  ): Promise<FileEntry[]> {
    // Check the conditions first, to avoid conversions whose result would be refused.
    for (const { path, conditions = {} } of files) {
      const present = await this.reader.find(workspace, path);
      assertConditions(conditions, 'file', present?.etag ?? null);
    }
    for (let attempt = 1; ; attempt += 1) {
      const arrivals = await this.convertDocuments(workspace, files, deadline);
      try {
        const entries = await this.changes.run(workspace, (tree, quota, transaction) =>
          this.writer.writeArrivals(workspace, tree, quota, transaction, arrivals),
        );
        this.bus.publish(documentsQueued, {});
        return entries;
      } catch (error) {
        if (!(error instanceof ConversionGoneError) || attempt === TRIES) throw error;
      }
    }
  }

  /** Converts documents until the deadline. Throws one error for all documents whose conversion has failed by then. */
  private async convertDocuments(
    { projectId }: Workspace,
    files: readonly NewFile[],
    deadline: number,
  ): Promise<readonly Arrival[]> {
    if (Date.now() >= deadline) return files;
    const slots = new Slots(AT_ONCE);
    const given = new AbortController();
    const arrivals = files.map((file): Arrival => ({ ...file }));
    const failures: FailedFile[] = [];
    const conversions = arrivals.map((arrival, index) =>
      slots.run(async () => {
        const { what } = arrival;
        if (!isDocument(what) || given.signal.aborted) return;
        try {
          await this.documents.convert(projectId, what);
          arrival.key = this.documents.buildConversionKey(projectId, what);
        } catch (error) {
          // The document is stored now and converted in the background.
          if (error instanceof TooManyWaitingError) return;
          if (!(error instanceof MetarunError)) throw error;
          failures.push({ index, name: what.name, error });
        }
      }),
    );
    try {
      const late = delay(Math.max(0, deadline - Date.now()), undefined, { signal: given.signal });
      await Promise.race([Promise.all(conversions), late]);
    } finally {
      given.abort();
      // Running conversions continue; a later request for the same document joins them.
      for (const conversion of conversions) conversion.catch(() => undefined);
    }
    if (failures.length > 0) throw errorOfFiles(failures, files.length);
    // Copies, since conversions that end later still change the originals.
    return arrivals.map((arrival) => ({ ...arrival }));
  }
}
